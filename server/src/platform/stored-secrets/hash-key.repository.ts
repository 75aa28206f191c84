import { WRONG_APP_SECRET, type SecretBox } from '#platform/crypto/index.ts';
import { sql, type Queryable } from '#platform/database/index.ts';
import type { SealedColumn } from './sealed-columns.repository.ts';

const PURPOSE = 'hash-key';

export const HASH_KEY: SealedColumn = { table: 'hash_key', key: 'only_row', column: 'sealed', purpose: () => PURPOSE };

/** Returns the secret of all keyed hashes. The first start stores `first`. @throws Error in one line for a wrong APP_SECRET */
export async function openHashKey(q: Queryable, secrets: SecretBox, first: string): Promise<string> {
  const find = (): Promise<{ sealed: string }[]> => q.query(sql`select sealed from hash_key`);
  if ((await find()).length === 0)
    await q.execute(sql`insert into hash_key (sealed) values (${secrets.seal(first, PURPOSE)}) on conflict do nothing`);
  const [row] = await find();
  if (row === undefined) throw new Error('the hash key is missing');
  try {
    return secrets.open(row.sealed, PURPOSE);
  } catch (cause) {
    throw new Error(WRONG_APP_SECRET, { cause });
  }
}
