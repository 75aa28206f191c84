import type { SecretBox } from '#platform/crypto/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { openAuthentication, type Authentication } from './authentication.ts';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';

const MOST_OPENED = 1_000;

/** Decrypts each postback's secret once. Returns undefined if this APP_SECRET cannot decrypt it. */
export function createAuthenticationOpener(
  secrets: SecretBox,
  logger: Logger,
): (delivery: Pick<ClaimedDelivery, 'postbackId' | 'authSealed'>) => Authentication | undefined {
  const opened = new Map<string, Authentication>();
  return ({ postbackId, authSealed }) => {
    if (authSealed === null) return { type: 'none' };
    let authentication = opened.get(authSealed);
    if (authentication !== undefined) return authentication;
    try {
      authentication = openAuthentication(secrets, postbackId, authSealed);
    } catch (error) {
      logger.error({ err: error, postbackId }, "a custom postback's secret cannot be decrypted with this APP_SECRET");
      return undefined;
    }
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(authSealed, authentication);
    return authentication;
  };
}
