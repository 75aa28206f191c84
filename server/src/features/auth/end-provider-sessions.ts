import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { hashToken } from '#platform/crypto/index.ts';
import { transaction } from '#platform/database/index.ts';
import { takeAttempt } from '#platform/rate-limit/index.ts';
import { logoutTokenLimit } from './attempt-limits.ts';
import type { Origin } from './auth-dependencies.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { ProviderRefusal } from './oidc-refusal.ts';
import { endSessionsOfProvider } from './sessions.repository.ts';

/**
 * Back-channel logout: ends the sessions that the token names and that this provider has opened.
 * @throws AppError `bad_request` for a foreign, changed, expired or replayed token
 */
export async function endProviderSessions(
  dependencies: OidcDependencies,
  token: string,
  origin: Origin,
): Promise<void> {
  const { identityProvider, database, clock, publicAudit } = dependencies;
  try {
    const logout = await identityProvider.readLogout(token);
    const isNew = await transaction(database, async (tx) => {
      const limit = logoutTokenLimit(dependencies, hashToken(logout.tokenId));
      if ((await takeAttempt(tx, limit)) !== null) return false;
      for (const { id, adminId } of await endSessionsOfProvider(tx, logout, clock.now())) {
        const actor = { ...SYSTEM_ACTORS.identityProvider, ip: origin.ip };
        await writeAudit(tx, actor, 'auth.provider_sign_out', ['session', id], { after: { adminId } });
      }
      return true;
    });
    if (!isNew) throw new ProviderRefusal('expired', 'this logout token was used before');
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const by = { actor: origin.actor, email: 'unknown' };
    const facts = { reason: error.reason, detail: error.message };
    await publicAudit.transaction((_tx, write) => write(undefined, by, 'auth.provider_sign_out_refused', facts));
    // The provider may send it again.
    if (error.reason === 'unreachable') throw new AppError('unavailable', 'The identity provider cannot be reached.');
    throw new AppError('bad_request', 'This logout token was refused.', { cause: error });
  }
}
