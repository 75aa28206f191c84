import type { Role } from '@muneem/contract/rights';
import { hash } from '@node-rs/argon2';
import { REMEMBERED_SESSION_LIFE_MS, SESSION_LIFE_MS } from '@muneem/contract/auth';
import { hashToken, newToken } from '#platform/crypto/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { sql, type Database } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';

/** The password of every administrator that `openAdminSession` makes. */
export const SESSION_PASSWORD = 'correct horse battery';

let passwordHash: Promise<string> | undefined;
/** Cheap hash parameters: no test attacks it. Computed once. */
const hashOfPassword = (): Promise<string> =>
  (passwordHash ??= hash(SESSION_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 }));

interface AppWithAdmins {
  readonly database: Database;
  readonly clock: Clock;
}

export interface TestSession {
  readonly token: string;
  readonly adminId: string;
  readonly email: string;
  /** Headers for `inject` and `fetch`. */
  readonly headers: { readonly authorization: string };
}

/** Creates an administrator with `SESSION_PASSWORD`, unless one has that email address. @returns the id */
export async function createAdmin(
  { database, clock }: AppWithAdmins,
  email: string,
  role: Role = 'owner',
): Promise<string> {
  const now = clock.now();
  const [admin] = await database.query<{ id: string }>(sql`
    insert into admins (id, email, name, role, password_hash, created_at, password_changed_at)
    values (${newId('adm', now)}, ${email}, ${email}, ${role}, ${await hashOfPassword()}, ${now}, ${now})
    on conflict (email) do update set email = excluded.email
    returning id`);
  if (!admin) throw new Error('no administrator was made');
  return admin.id;
}

/** Signs an administrator in, and creates the account if needed. For tests that are not about sign-in. */
export async function openAdminSession(
  app: AppWithAdmins,
  email = 'admin@example.com',
  { remembered = true, role }: { readonly remembered?: boolean; readonly role?: Role } = {},
): Promise<TestSession> {
  const adminId = await createAdmin(app, email, role);
  const now = app.clock.now();
  const token = newToken();
  await app.database.execute(sql`
    insert into admin_sessions (id, token_hash, admin_id, challenge_id, remembered, created_at, last_seen_at, expires_at)
    values (${newId('ses', now)}, ${hashToken(token)}, ${adminId}, ${newId('otp', now)}, ${remembered}, ${now}, ${now},
            ${new Date(now.getTime() + (remembered ? REMEMBERED_SESSION_LIFE_MS : SESSION_LIFE_MS))})`);
  return { token, adminId, email, headers: { authorization: `Bearer ${token}` } };
}
