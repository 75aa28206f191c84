import { RECOVERY_CODE } from '@muneem/contract/auth';
import { keyedHash } from '#platform/crypto/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { SealedColumn } from '#platform/stored-secrets/index.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { consumeRecoveryCode, lockAuthenticator, saveLastStep } from './authenticators.repository.ts';
import { stepOfCode } from './time-codes.ts';

export const secretPurpose = (adminId: string): string => `auth.authenticator:${adminId}`;

export const AUTHENTICATOR_SECRETS: SealedColumn = {
  table: 'admin_authenticators',
  key: 'admin_id',
  column: 'secret_sealed',
  purpose: secretPurpose,
};

export const hashOfRecoveryCode = (authKey: Buffer, adminId: string, code: string): string =>
  keyedHash(authKey, `recovery:${adminId}:${code.replace('-', '').toUpperCase()}`);

/** Uses a code of the app or a recovery code. @returns which one, or undefined if it is wrong or used */
export async function useSecondFactor(
  tx: Tx,
  { authKey, secrets }: Pick<AuthDependencies, 'authKey' | 'secrets'>,
  adminId: string,
  code: string,
  now: Date,
): Promise<'authenticator' | 'recovery_code' | undefined> {
  const authenticator = await lockAuthenticator(tx, adminId);
  if (!authenticator || authenticator.confirmedAt === null) return undefined;
  if (RECOVERY_CODE.test(code)) {
    const used = await consumeRecoveryCode(tx, adminId, hashOfRecoveryCode(authKey, adminId, code), now);
    return used ? 'recovery_code' : undefined;
  }
  const secret = secrets.open(authenticator.secretSealed, secretPurpose(adminId));
  const step = stepOfCode(secret, code, now, authenticator.lastStep);
  if (step === undefined) return undefined;
  await saveLastStep(tx, adminId, step);
  return 'authenticator';
}
