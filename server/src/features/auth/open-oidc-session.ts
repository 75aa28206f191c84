import { AppError } from '#platform/app-error/index.ts';
import { transaction } from '#platform/database/index.ts';
import { bindAccount, lockAdminsForSignIn } from './admins.repository.ts';
import type { Origin } from './auth-dependencies.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { ProviderRefusal } from './oidc-refusal.ts';
import { openSession, type OpenedSession } from './open-session.ts';
import { mailOwner } from './security-mail.ts';
import { isChallengeUsed } from './sessions.repository.ts';
import { writeOidcRefusal } from './write-oidc-refusal.ts';

/**
 * Opens the session of a confirmed sign-in, once, in the browser that has its cookie. Mails the admin. With OIDC_ROLES it
 * first gives them their role.
 * @throws AppError `gone` if this browser has no confirmed sign-in, or it was used
 */
export async function openOidcSession(
  dependencies: OidcDependencies,
  cookie: string | undefined,
  origin: Origin,
): Promise<OpenedSession & { readonly remember: boolean }> {
  const { identityProvider, oidcCookie, database, clock, assignRole } = dependencies;
  const confirmed = oidcCookie.read('confirmed', cookie);
  const opened = await transaction(database, async (tx) => {
    // The lock also serializes two exchanges of one sign-in.
    const admin = confirmed === null ? null : await lockAdminsForSignIn(tx, confirmed.adminId);
    if (confirmed === null || admin === null || (await isChallengeUsed(tx, confirmed.challengeId))) return null;
    const { remember, challengeId, subject, sid } = confirmed;
    const provider = { issuer: identityProvider.issuer, subject, sid };
    const { id: adminId, email, name } = admin;
    // Another account was bound since the confirmation. The next sign-in says so.
    if (!(await bindAccount(tx, adminId, provider))) return null;
    const decision = { adminId, provider: identityProvider.name, ip: origin.ip };
    const role = confirmed.role === null ? admin.role : await assignRole(tx, { ...decision, role: confirmed.role });
    const signIn = {
      adminId,
      email,
      name,
      role,
      challengeId,
      remember,
      provider,
      factor: 'identity_provider',
    } as const;
    const session = await openSession(tx, signIn, origin, clock.now());
    await mailOwner(tx, dependencies, { to: email, about: 'provider_sign_in' });
    return { ...session, remember };
  });
  if (opened !== null) return opened;
  await writeOidcRefusal(dependencies, origin, new ProviderRefusal('expired', 'this sign-in was used or has expired'));
  throw new AppError('gone', 'This sign-in has expired. Please sign in again.');
}
