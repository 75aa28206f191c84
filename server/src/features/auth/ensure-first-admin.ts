import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { newId } from '#platform/ids/index.ts';
import { hasAdmin, insertFirstAdmin } from './admins.repository.ts';
import type { PasswordHasher } from './password-hasher.ts';

interface FirstAdminDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly passwords: PasswordHasher;
  /** ADMIN_EMAIL and ADMIN_PASSWORD */
  readonly email: string | undefined;
  readonly password: string | undefined;
}

/** Creates the first admin. No-op if an admin exists. */
export async function ensureFirstAdmin({
  database,
  clock,
  logger,
  passwords,
  email,
  password,
}: FirstAdminDependencies): Promise<void> {
  if (await hasAdmin(database)) return;
  if (email === undefined || password === undefined) {
    logger.warn('there is no administrator yet: set ADMIN_EMAIL and ADMIN_PASSWORD and restart the server');
    return;
  }
  const now = clock.now();
  const address = email.trim().toLowerCase();
  const admin = { id: newId('adm', now), email: address, name: address, passwordHash: await passwords.hash(password) };
  await transaction(database, async (tx) => {
    if (!(await insertFirstAdmin(tx, admin, now))) return;
    await writeAudit(tx, SYSTEM_ACTORS.start, 'auth.first_admin', ['admin', admin.id], {
      after: { email: address },
    });
  });
}
