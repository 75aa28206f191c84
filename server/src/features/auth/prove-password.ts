import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { findAdminByEmail, lockSignedIn } from './admins.repository.ts';
import type { AuthDeps } from './auth-deps.ts';
import { isRightGuess } from './guess-own-factor.ts';

const WRONG_TEXT = 'That is not your password.';

/** That somebody knew their password a moment ago; `holdProof` says whether that still counts. */
export interface PasswordProof {
  readonly adminId: string;
  readonly sessionId: string;
  readonly passwordHash: string;
}

/**
 * Asks whoever is signed in for their own password: a session that somebody found or took must not be enough. A wrong
 * one is counted and written down; it never ends the session.
 * @param field where the body has it, so that the message stands there
 * @throws AppError `invalid_otp` with the message at the field, `rate_limited`
 */
export async function provePassword(
  deps: Pick<AuthDeps, 'database' | 'clock' | 'passwords'>,
  { adminId, sessionId, email }: AdminPrincipal,
  password: string,
  actor: Actor,
  field = 'password',
): Promise<PasswordProof> {
  const { database, passwords } = deps;
  const account = await findAdminByEmail(database, email);
  const passwordHash = account?.passwordHash;
  const right = await isRightGuess(deps, adminId, () => passwords.verify(passwordHash, password));
  if (right && passwordHash !== undefined) return { adminId, sessionId, passwordHash };
  await transaction(database, (tx) =>
    writeAudit(tx, { actor, action: 'auth.wrong_password', entityType: 'admin', entityId: adminId }),
  );
  throw new AppError('invalid_otp', { userMessage: WRONG_TEXT, fields: { [field]: WRONG_TEXT } });
}

/**
 * Belongs first into the transaction of what the password was asked for (after the lock of all administrators, where
 * that one is taken). Looking at a password takes its time: the session may have ended meanwhile, and until the commit it ends no more.
 * @throws AppError `unauthorized` when the session or its administrator is none any more, `conflict` for another password
 */
export async function holdProof(tx: Tx, { adminId, sessionId, passwordHash }: PasswordProof, now: Date): Promise<void> {
  const signedIn = await lockSignedIn(tx, adminId, sessionId, now);
  if (!signedIn) throw new AppError('unauthorized', { userMessage: 'Your session has ended. Please sign in again.' });
  if (signedIn.passwordHash !== passwordHash)
    throw new AppError('conflict', { userMessage: 'Your password was changed just now. Please try again.' });
}
