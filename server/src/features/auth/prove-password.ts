import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { Role } from '@muneem/contract/rights';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { findAdminByEmail, lockSignedIn } from './admins.repository.ts';
import { authenticatorLimit } from './attempt-limits.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { isRightGuess } from './check-guess.ts';

const WRONG_TEXT = 'That is not your password.';

/** Proof of a just verified password. `requireValidProof` checks that it is still valid. */
interface PasswordProof {
  readonly adminId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly passwordHash: string;
}

/**
 * Asks the signed-in admin for their password, so a hijacked session does not suffice.
 * Counts and audits a wrong one, without ending the session. @param field the body's field for the message
 * @throws AppError `invalid_otp` with the message at the field, `rate_limited`
 */
export async function provePassword(
  dependencies: Pick<AuthDependencies, 'database' | 'clock' | 'passwords'>,
  { adminId, sessionId, email, role }: AdminPrincipal,
  password: string,
  actor: Actor,
  field = 'password',
): Promise<PasswordProof> {
  const { database, passwords } = dependencies;
  const account = await findAdminByEmail(database, email);
  const passwordHash = account?.passwordHash;
  const limit = authenticatorLimit(dependencies, adminId);
  const right = await isRightGuess(database, limit, () => passwords.verify(passwordHash, password));
  if (right && passwordHash !== undefined) return { adminId, sessionId, role, passwordHash };
  await transaction(database, (tx) => writeAudit(tx, actor, 'auth.wrong_password', ['admin', adminId]));
  throw new AppError('invalid_otp', WRONG_TEXT, { fields: { [field]: WRONG_TEXT } });
}

/**
 * Must be the first statement of the transaction that the password protects (after `lockAdmins`, if used).
 * Checks that session, role and password are still valid, and locks them until the commit.
 * @throws AppError `unauthorized` if the session or admin is gone, `conflict` if the role or the password changed
 */
export async function requireValidProof(
  tx: Tx,
  { adminId, sessionId, role, passwordHash }: PasswordProof,
  now: Date,
): Promise<void> {
  const signedIn = await lockSignedIn(tx, adminId, sessionId, now);
  if (!signedIn) throw new AppError('unauthorized', 'Your session has ended. Please sign in again.');
  if (signedIn.role !== role) throw new AppError('conflict', 'Your role was changed just now. Please try again.');
  if (signedIn.passwordHash !== passwordHash)
    throw new AppError('conflict', 'Your password was changed just now. Please try again.');
}
