import { OTP_DIGITS, OTP_LIFE_MS } from '@muneem/contract/auth';
import { keyedHash, newNumericCode } from '#platform/crypto/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import type { NewCode } from './challenges.repository.ts';

export function newOneTimeCode({ authKey, clock }: AuthDependencies): {
  readonly code: string;
  readonly stored: NewCode;
} {
  const code = newNumericCode(OTP_DIGITS);
  const sentAt = clock.now();
  const challengeId = newId('otp', sentAt);
  const expiresAt = new Date(sentAt.getTime() + OTP_LIFE_MS);
  return {
    code,
    stored: { challengeId, codeHash: hashOfCode(authKey, challengeId, code), method: 'email', sentAt, expiresAt },
  };
}

/** Creates a challenge for a code of the authenticator app, which the server does not know. */
export function newAppChallenge(dependencies: AuthDependencies): NewCode {
  return { ...newOneTimeCode(dependencies).stored, codeHash: '', method: 'authenticator' };
}

/** Includes the challenge id, so equal digits have different hashes. */
export const hashOfCode = (authKey: Buffer, challengeId: string, code: string): string =>
  keyedHash(authKey, `otp:${challengeId}:${code}`);
