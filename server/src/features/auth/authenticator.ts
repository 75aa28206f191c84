import { randomBytes } from 'node:crypto';
import { encodeBase32NoPadding } from '@oslojs/encoding';
import { RECOVERY_CODE_COUNT, type AuthenticatorView } from '@muneem/contract/account';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { authenticatorLimit } from './attempt-limits.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  lockAuthenticator,
  replaceRecoveryCodes,
  saveUnconfirmed,
} from './authenticators.repository.ts';
import { deleteChallengesOf } from './challenges.repository.ts';
import { isRightGuess } from './check-guess.ts';
import { requireValidProof, provePassword } from './prove-password.ts';
import { hashOfRecoveryCode, secretPurpose, useSecondFactor } from './second-factor.ts';
import { mailOwner } from './security-mail.ts';
import { newTimeSecret, stepOfCode, timeSecretUri } from './time-codes.ts';

export async function getAuthenticator({ database }: AuthDependencies, adminId: string): Promise<AuthenticatorView> {
  const [found, recoveryCodesLeft] = await Promise.all([
    findAuthenticator(database, adminId),
    countRecoveryCodes(database, adminId),
  ]);
  const since = found?.confirmedAt ?? null;
  return { active: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft };
}

/**
 * Creates a secret for an authenticator app. It takes effect after `confirmAuthenticator`.
 * Asks for the password, so a hijacked session cannot lock its owner out.
 * @throws AppError `invalid_otp`, `rate_limited`, `wrong_state` if one is already active
 */
export async function beginAuthenticator(
  dependencies: AuthDependencies,
  admin: AdminPrincipal,
  password: string,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const { database, secrets, clock } = dependencies;
  const proof = await provePassword(dependencies, admin, password, actor);
  const secret = newTimeSecret();
  const saved = await transaction(database, async (tx) => {
    const now = clock.now();
    await requireValidProof(tx, proof, now);
    const sealed = secrets.seal(secret, secretPurpose(admin.adminId));
    if (!(await saveUnconfirmed(tx, admin.adminId, sealed, now))) return false;
    await writeAudit(tx, actor, 'auth.authenticator_begun', ['admin', admin.adminId]);
    return true;
  });
  if (!saved) throw new AppError('wrong_state', 'Your authenticator app is set up already.');
  return { secret, uri: timeSecretUri(dependencies.systemName(), admin.email, secret) };
}

/** Replaces mailed codes by the app after its first valid code. @returns the recovery codes in clear, only this once */
export async function confirmAuthenticator(
  dependencies: AuthDependencies,
  admin: AdminPrincipal,
  code: string,
  actor: Actor,
): Promise<string[]> {
  const { adminId } = admin;
  let recoveryCodes: string[] = [];
  await checkGuess(dependencies, adminId, () =>
    transaction(dependencies.database, async (tx) => {
      const now = dependencies.clock.now();
      const found = await lockAuthenticator(tx, adminId);
      if (!found || found.confirmedAt !== null) {
        throw new AppError('wrong_state', 'There is no authenticator app to confirm. Please begin again.');
      }
      const step = stepOfCode(
        dependencies.secrets.open(found.secretSealed, secretPurpose(adminId)),
        code,
        now,
        found.lastStep,
      );
      if (step === undefined) return false;
      await confirmSecret(tx, adminId, step, now);
      await deleteChallengesOf(tx, adminId);
      recoveryCodes = await newRecoveryCodes(tx, dependencies, adminId);
      await writeAudit(tx, actor, 'auth.authenticator_added', ['admin', adminId], {
        before: { secondFactor: 'email' },
        after: { secondFactor: 'authenticator' },
      });
      await mailOwner(tx, dependencies, { to: admin.email, about: 'authenticator_added' });
      return true;
    }),
  );
  return recoveryCodes;
}

/** Replaces the recovery codes. Requires a fresh code of the app. */
export async function renewRecoveryCodes(
  dependencies: AuthDependencies,
  { adminId }: AdminPrincipal,
  code: string,
  actor: Actor,
): Promise<string[]> {
  let recoveryCodes: string[] = [];
  await afterSecondFactor(dependencies, adminId, code, async (tx) => {
    recoveryCodes = await newRecoveryCodes(tx, dependencies, adminId);
    await writeAudit(tx, actor, 'auth.recovery_codes_renewed', ['admin', adminId]);
  });
  return recoveryCodes;
}

/** Returns to mailed codes. Requires a fresh code of the app or a recovery code. */
export async function removeAuthenticator(
  dependencies: AuthDependencies,
  { adminId, email }: AdminPrincipal,
  code: string,
  actor: Actor,
): Promise<void> {
  await afterSecondFactor(dependencies, adminId, code, async (tx) => {
    await deleteAuthenticator(tx, adminId);
    await deleteChallengesOf(tx, adminId);
    await writeAudit(tx, actor, 'auth.authenticator_removed', ['admin', adminId], {
      before: { secondFactor: 'authenticator' },
      after: { secondFactor: 'email' },
    });
    await mailOwner(tx, dependencies, { to: email, about: 'authenticator_removed' });
  });
}

/** Runs `change` in the transaction that consumes the code. @throws AppError `rate_limited`, `invalid_otp` */
const afterSecondFactor = (
  dependencies: AuthDependencies,
  adminId: string,
  code: string,
  change: (tx: Tx) => Promise<void>,
): Promise<void> =>
  checkGuess(dependencies, adminId, () =>
    transaction(dependencies.database, async (tx) => {
      if (!(await useSecondFactor(tx, dependencies, adminId, code, dependencies.clock.now()))) return false;
      await change(tx);
      return true;
    }),
  );

async function newRecoveryCodes(tx: Tx, { authKey }: AuthDependencies, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const text = encodeBase32NoPadding(randomBytes(7)).slice(0, 10);
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
  await replaceRecoveryCodes(
    tx,
    adminId,
    codes.map((code) => hashOfRecoveryCode(authKey, adminId, code)),
  );
  return codes;
}

/** Checks a guess under the rate limit. @throws AppError `rate_limited`, `invalid_otp` */
async function checkGuess(
  dependencies: AuthDependencies,
  adminId: string,
  check: () => Promise<boolean>,
): Promise<void> {
  if (await isRightGuess(dependencies.database, authenticatorLimit(dependencies, adminId), check)) return;
  throw new AppError('invalid_otp', 'That code is wrong or already used. Wait for the next one and try again.');
}
