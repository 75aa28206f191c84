import type { Clock } from '#platform/clock/index.ts';
import { keyedHash, sameSecret } from '#platform/crypto/index.ts';

const TEST_KEY_MS = 5 * 60_000;
const TEST_KEY = /^test\.(\d{13})\.([0-9a-f]{64})$/;

/**
 * Checks the secret of the external cron endpoint. Admins test the endpoint with a key that expires in minutes,
 * so CRON_KEY never leaves the server.
 */
export function createCronKey(cronKey: string | undefined, clock: Clock) {
  const sign = (expires: string): string => keyedHash(Buffer.from(cronKey ?? ''), `smart-poll test ${expires}`);
  return {
    isSet: cronKey !== undefined,
    fits(given: string): boolean {
      if (cronKey === undefined) return false;
      const [, expires, signature] = TEST_KEY.exec(given) ?? [];
      if (expires !== undefined && signature !== undefined)
        return sameSecret(signature, sign(expires)) && Number(expires) > clock.now().getTime();
      return sameSecret(given, cronKey);
    },
    /** Null without CRON_KEY. */
    testKey(): string | null {
      if (cronKey === undefined) return null;
      const expires = String(clock.now().getTime() + TEST_KEY_MS);
      return `test.${expires}.${sign(expires)}`;
    },
  };
}

export type CronKey = ReturnType<typeof createCronKey>;
