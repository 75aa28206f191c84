import { deriveKey } from '#platform/crypto/index.ts';
import type { AppSecrets } from '#platform/config/index.ts';
import { sql, type Queryable } from '#platform/database/index.ts';

const idOf = (secret: string): string => deriveKey(secret, 'secret-id').toString('hex').slice(0, 8);

/**
 * The name of a server's connections. It contains ids of the secrets that the server knows, first the one that it
 * encrypts with, so that a rotation can check it.
 */
export const serverName = ({ APP_SECRET: current, APP_SECRET_PREVIOUS: previous }: AppSecrets): string =>
  ['muneem', ...[current, previous].flatMap((secret) => (secret === undefined ? [] : [idOf(secret)]))].join(' ');

/** Returns whether a running server encrypts with another secret. */
export async function isOtherSecretInUse(q: Queryable, secret: string): Promise<boolean> {
  const rows = await q.query(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and (application_name = 'muneem' or application_name like 'muneem %')
      and split_part(application_name, ' ', 2) <> ${idOf(secret)}
    limit 1`);
  return rows.length > 0;
}
