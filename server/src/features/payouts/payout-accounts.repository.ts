import { sql, type Queryable } from '#platform/database/index.ts';

/** The account that was first in use since accounts are remembered. */
export interface FirstAccount {
  readonly account: string;
  /** What was sent before is of another one: the key was changed then. Null: it never was. */
  readonly since: Date | null;
}

/** @returns this account, unless another was first. The last change of the key counts with a minute in which nodes heard of it. */
export async function rememberFirstAccount(q: Queryable, provider: string, account: string): Promise<FirstAccount> {
  await q.execute(sql`
    insert into payout_first_accounts (provider, account, since)
    select ${provider}, ${account}, max(at) + interval '1 minute' from audit_log
    where action = 'settings.save' and after ? 'bulkpeApiKey'
    on conflict do nothing`);
  const [row] = await q.query<FirstAccount & Record<string, unknown>>(
    sql`select account, since from payout_first_accounts where provider = ${provider}`,
  );
  return row ?? { account, since: null };
}
