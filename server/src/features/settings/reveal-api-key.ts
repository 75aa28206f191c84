import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { notifyAdmins } from '#features/admins/index.ts';
import { requireValidProof, provePassword, type PasswordHasher } from '#features/auth/index.ts';
import type { Settings } from './create-settings.ts';

export interface RevealDependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly passwords: PasswordHasher;
  readonly settings: Settings;
}

/**
 * Returns the provider's key in clear. Its owner can pay without us, so it asks for the password,
 * audits the access and mails all owners. @throws AppError `invalid_otp` for a wrong password, `rate_limited`
 */
export async function revealApiKey(
  dependencies: RevealDependencies,
  by: AdminPrincipal,
  password: string,
  actor: Actor,
): Promise<string> {
  const { database, clock, settings, jobs } = dependencies;
  const proof = await provePassword(dependencies, by, password, actor);
  await transaction(database, async (tx) => {
    const at = clock.now();
    await requireValidProof(tx, proof, at);
    await writeAudit(tx, actor, 'settings.reveal-api-key', ['settings', 'settings']);
    await notifyAdmins(tx, jobs, { change: 'key_shown', whom: '', by, actor, at });
  });
  return settings.current().bulkpeApiKey ?? '';
}
