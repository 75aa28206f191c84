import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newId } from '#platform/ids/index.ts';
import { hasAdmin, insertFirstAdmin } from './admins.repository.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Creates the first admin from ADMIN_EMAIL and ADMIN_PASSWORD. No-op if an admin exists. */
export async function ensureFirstAdmin(
  dependencies: Pick<Platform, 'config' | 'database' | 'clock' | 'logger'> & { readonly passwords: PasswordHasher },
): Promise<void> {
  const { config, database, clock, logger, passwords } = dependencies;
  if (await hasAdmin(database)) return;
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  if (email === undefined || password === undefined) {
    logger.warn('there is no administrator yet: set ADMIN_EMAIL and ADMIN_PASSWORD and restart the server');
    return;
  }
  const now = clock.now();
  const address = email.trim().toLowerCase();
  const admin = {
    id: newId('adm', now),
    email: address,
    name: address,
    role: 'owner' as const,
    passwordHash: await passwords.hash(password),
  };
  await transaction(database, async (tx) => {
    if (!(await insertFirstAdmin(tx, admin, now))) return;
    await writeAudit(tx, SYSTEM_ACTORS.start, 'auth.first_admin', ['admin', admin.id], {
      after: { email: address },
    });
  });
}
