import type { Coins } from '@muneem/contract/money';
import { sql, type Queryable } from '#platform/database/index.ts';
import type { WalletEntry } from '#features/ledger/index.ts';
import { listedUser, type ListedUser } from './users.repository.ts';

/** The time is a text in a JSON document. */
export type AccountEntry = Omit<WalletEntry, 'scope' | 'key' | 'createdAt'> & { readonly createdAt: Date | string };

/** An active user with the newest entries of the wallet. */
export interface UserAccount extends ListedUser {
  readonly heldCoins: Coins;
  /** Outstanding reversals: coins that the wallet no longer had. */
  readonly owedCoins: Coins;
  readonly walletEntries: readonly AccountEntry[];
}

/** Reads the active users among `uids` by one prepared statement. @param limits the most entries and completions of each */
export async function findUserAccounts(
  q: Queryable,
  uids: readonly string[],
  limits: { readonly walletEntries: number; readonly completions: number },
): Promise<Map<string, UserAccount>> {
  const { text, values } = sql`
    select ${listedUser(limits.completions)},
      (select coalesce(sum(amount), 0)::bigint from postings where account = 'withdrawal_hold' and user_id = u.id) as held_coins,
      (select coalesce(sum(coins), 0)::bigint from reversed_credits where user_id = u.id and status = 'owed') as owed_coins,
      array(
        select json_build_object('sequence', p.sequence, 'journalId', p.journal_id, 'kind', j.kind, 'reason', j.reason,
          'actorName', j.actor_name, 'amount', p.amount, 'balanceAfter', p.balance_after, 'createdAt', j.created_at)
        from postings p join journals j on j.id = p.journal_id
        where p.account = 'wallet' and p.user_id = u.id order by p.sequence desc limit ${limits.walletEntries}
      ) as wallet_entries
    from users u left join wallets w on w.user_id = u.id
    where u.uid = any (${uids}::text[]) and u.deleted_at is null`;
  const accounts = await q.prepared<UserAccount>('users-accounts', text, values);
  return new Map(accounts.map((account) => [account.uid, account]));
}
