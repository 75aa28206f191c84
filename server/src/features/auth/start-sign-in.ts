import { OTP_RESEND_AFTER_MS } from '@muneem/contract/auth';
import { AppError } from '#platform/app-error/index.ts';
import { peekAttempts, takeAttempt } from '#platform/rate-limit/index.ts';
import { writeAudit } from '#platform/audit-log/index.ts';
import { transaction, type Tx } from '#platform/database/index.ts';
import { findAdminByEmail, lockAdminWithPassword, type Admin } from './admins.repository.ts';
import { codeLimit, homeNetwork, passwordLimit, resendLimit, tooManyFailures } from './attempt-limits.ts';
import type { AuthDependencies, Origin } from './auth-dependencies.ts';
import { codeMail } from './auth-mails.ts';
import { hasAuthenticator } from './authenticators.repository.ts';
import { deleteChallenge, replaceChallenge, type NewCode } from './challenges.repository.ts';
import { isRightGuess } from './check-guess.ts';
import { maySignInWithPassword } from './password-sign-in.ts';
import { newAppChallenge, newOneTimeCode } from './one-time-code.ts';

/** A new code may be requested this long after the password. */
const RESEND_FOR_MS = 15 * 60_000;

/**
 * Step 1 of a sign-in: mails a code after a right password. Wrong passwords and unknown addresses
 * do the same work and get the same answer. @returns the code's source, and whether it is new
 * @throws AppError `invalid_credentials`, `rate_limited`, `mail_unavailable` (not counted as an attempt)
 */
export async function startSignIn(
  dependencies: AuthDependencies,
  { email, password }: { email: string; password: string },
  origin: Origin,
): Promise<{ readonly method: NewCode['method']; readonly isNew: boolean }> {
  // Mail is sent outside the queue, so a slow mail server does not delay other sign-ins.
  const admin = await dependencies.signIns.run(() => checkPassword(dependencies, email, password, origin));
  if (!(await hasAuthenticator(dependencies.database, admin.id))) {
    return { method: 'email', isNew: await sendCode(dependencies, admin, origin) };
  }
  await openAppChallenge(dependencies, admin, origin);
  return { method: 'authenticator', isNew: true };
}

async function checkPassword(
  dependencies: AuthDependencies,
  email: string,
  password: string,
  origin: Origin,
): Promise<Admin> {
  const { database, passwords, publicAudit, identityProvider } = dependencies;
  const admin = await findAdminByEmail(database, email);
  const limit = passwordLimit(dependencies, email, origin.ip);
  const right = await isRightGuess(database, limit, () => passwords.verify(admin?.passwordHash, password));
  const isRefused = admin && right && !(await maySignInWithPassword(database, dependencies, admin.id));
  if (admin && right && !isRefused) return admin;
  const { actor, userAgent } = origin;
  const reason = isRefused ? { reason: 'identity_provider_only' } : {};
  await publicAudit.transaction((_tx, write) =>
    write(admin?.id, { actor, email }, 'auth.sign_in_failed', { step: 'password', ...reason, userAgent }),
  );
  if (isRefused)
    throw new AppError(
      'invalid_credentials',
      `Passwords are off. Please sign in with ${identityProvider?.name ?? ''}.`,
    );
  throw invalidCredentials();
}

const invalidCredentials = (): AppError => new AppError('invalid_credentials', 'Invalid email or password.');

/** Opens a challenge for a code of the app. Mails nothing. */
async function openAppChallenge(dependencies: AuthDependencies, admin: Admin, { actor, ip }: Origin): Promise<void> {
  await transaction(dependencies.database, async (tx) => {
    if (!(await openChallenge(tx, dependencies, admin, newAppChallenge(dependencies), ip))) return;
    await writeAudit(tx, { ...actor, name: admin.email }, 'auth.code_awaited', ['admin', admin.id]);
  });
}

/**
 * Opens a challenge, unless the password was replaced during its check.
 * @returns false if the code of the last minute is still valid
 */
async function openChallenge(
  tx: Tx,
  dependencies: AuthDependencies,
  { id: adminId, passwordHash }: Admin,
  code: NewCode,
  ip: string,
): Promise<boolean> {
  if (!(await lockAdminWithPassword(tx, adminId, passwordHash))) throw invalidCredentials();
  const waitS = await peekAttempts(tx, codeLimit(dependencies, adminId));
  if (waitS !== null) throw tooManyFailures(waitS);
  const sentMs = code.sentAt.getTime();
  return replaceChallenge(
    tx,
    adminId,
    code,
    homeNetwork(ip),
    new Date(sentMs + RESEND_FOR_MS),
    new Date(sentMs - OTP_RESEND_AFTER_MS),
  );
}

/** @returns false if a code mailed less than a minute ago is still valid */
async function sendCode(dependencies: AuthDependencies, admin: Admin, { actor, ip }: Origin): Promise<boolean> {
  const { database, mailer } = dependencies;
  const { code, stored } = newOneTimeCode(dependencies);
  const fresh = await transaction(database, async (tx) => {
    if (!(await openChallenge(tx, dependencies, admin, stored, ip))) return false;
    await takeAttempt(tx, resendLimit(dependencies, admin.email, ip, OTP_RESEND_AFTER_MS));
    await writeAudit(tx, { ...actor, name: admin.email }, 'auth.code_sent', ['admin', admin.id]);
    return true;
  });
  if (!fresh) return false;
  try {
    await mailer.send(codeMail(dependencies, admin.email, code));
    return true;
  } catch (error) {
    await deleteChallenge(database, stored.challengeId);
    throw error;
  }
}
