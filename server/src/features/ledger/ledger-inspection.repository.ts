import type { Coins } from '@muneem/contract/money';
import { sql, type Queryable, type Sql } from '#platform/database/index.ts';
import type { LedgerAccount } from './journal.ts';

export interface LedgerBreach {
  readonly rule:
    | 'journal_balances'
    | 'journal_whole'
    | 'wallet_chain'
    | 'wallet_balance'
    | 'wallet_totals'
    | 'account_sign'
    | 'holds_match_withdrawals'
    | 'journal_has_cause'
    | 'cause_has_journal';
  /** One line with the actual and the expected value. */
  readonly message: string;
}

/** Maximum breaches listed per rule. */
export const MOST_LISTED = 20;

interface AccountTotal {
  readonly account: LedgerAccount;
  /** True for postings up to `finalThrough`. */
  readonly isFinal: boolean;
  readonly amount: Coins;
  readonly postings: number;
}

/** Sums the postings after journal `since`, grouped by whether they are up to `finalThrough`. One scan. */
export async function sumPostings(q: Queryable, since: number, finalThrough: number): Promise<AccountTotal[]> {
  return q.query<AccountTotal>(sql`
    select account, journal_id <= ${finalThrough} as is_final, sum(amount)::bigint as amount, count(*) as postings
    from postings where journal_id > ${since} group by 1, 2`);
}

interface WalletTotals {
  readonly wallets: number;
  readonly balance: number;
  readonly sequence: number;
}

export const sumWallets = (q: Queryable): Promise<WalletTotals> =>
  q.getOne(sql`
    select count(*) as wallets, coalesce(sum(balance), 0)::bigint as balance, coalesce(sum(sequence), 0)::bigint as sequence from wallets`);

/** Reads the last journal, and the oldest running transaction of this snapshot. */
export const readHorizon = (
  q: Queryable,
): Promise<{ newest: number; oldestRunning: string; nextTransaction: string }> =>
  q.getOne(sql`
    select coalesce((select max(id) from journals), 0)::bigint as newest,
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest_running, pg_snapshot_xmax(pg_current_snapshot())::text as next_transaction`);

type Found = { message: string };
const named = (rule: LedgerBreach['rule'], rows: readonly Found[]): LedgerBreach[] =>
  rows.map(({ message }) => ({ rule, message }));

/** Finds journals after `since` with a sum other than 0, fewer than two postings or a missing line. */
export async function findUnbalancedJournals(q: Queryable, since: number): Promise<LedgerBreach[]> {
  return named(
    'journal_balances',
    await q.query<Found>(sql`
    select format('journal %s: %s postings summing to %s', journal_id, count(*), sum(amount)) as message
    from postings where journal_id > ${since}
    group by journal_id having sum(amount) <> 0 or count(*) < 2 or max(line) <> count(*)
    order by journal_id limit ${MOST_LISTED}`),
  );
}

/** Finds journals after `since` without postings, and postings without a journal. */
export async function findTornJournals(q: Queryable, since: number): Promise<LedgerBreach[]> {
  return named(
    'journal_whole',
    await q.query<Found>(sql`
    (select format('journal %s has no postings', j.id) as message from journals j
      where j.id > ${since} and not exists (select from postings p where p.journal_id = j.id) limit ${MOST_LISTED})
    union all
    (select format('the postings of journal %s have no journal', p.journal_id) from postings p
      where p.journal_id > ${since} and p.line = 1 and not exists (select from journals j where j.id = p.journal_id) limit ${MOST_LISTED})`),
  );
}

/** Finds wallet entries after `since` with a gap or a wrong balance. */
export async function findBrokenChains(q: Queryable, since: number): Promise<LedgerBreach[]> {
  return named(
    'wallet_chain',
    await q.query<Found>(sql`
    with entries as (
      select user_id, sequence, amount, balance_after,
        lag(sequence) over entry as lag_sequence, lag(balance_after) over entry as lag_balance
      from postings where account = 'wallet' and journal_id > ${since}
      window entry as (partition by user_id order by sequence)
    ), linked as (
      select *, case
        when sequence = 1 then 0
        when lag_sequence = sequence - 1 then lag_balance
        else (select p.balance_after from postings p where p.account = 'wallet' and p.user_id = entries.user_id and p.sequence = entries.sequence - 1)
      end as before
      from entries
    )
    select format('wallet of user %s, entry %s: %s and %s do not make %s', user_id, sequence,
      coalesce(before::text, '(no entry before)'), amount, balance_after) as message
    from linked where before is null or before + amount <> balance_after
    order by user_id, sequence limit ${MOST_LISTED}`),
  );
}

/** Finds wallets that differ from their last entry. @param since above 0: only wallets that moved since */
export async function findWrongWallets(q: Queryable, since: number): Promise<LedgerBreach[]> {
  const owners =
    since === 0
      ? sql`select user_id from wallets union select user_id from postings where account = 'wallet' and sequence = 1`
      : sql`select distinct user_id from postings where account = 'wallet' and journal_id > ${since}`;
  return named(
    'wallet_balance',
    await q.query<Found>(sql`
    select format('wallet of user %s: %s coins after %s entries, its entries say %s after %s', o.user_id,
      coalesce(w.balance::text, 'no wallet'), coalesce(w.sequence, 0), coalesce(p.balance_after, 0), coalesce(p.sequence, 0)) as message
    from (${owners}) o
    left join wallets w on w.user_id = o.user_id
    left join lateral (
      select p.sequence, p.balance_after from postings p
      where p.account = 'wallet' and p.user_id = o.user_id order by p.sequence desc limit 1
    ) p on true
    where w.balance is distinct from coalesce(p.balance_after, 0) or w.sequence is distinct from coalesce(p.sequence, 0)
    order by o.user_id limit ${MOST_LISTED}`),
  );
}

/** Finds users whose held coins are negative or differ from `openHolds` (user_id, coins), if given. */
export async function findWrongHolds(q: Queryable, openHolds: Sql | undefined): Promise<LedgerBreach[]> {
  const held = sql`select user_id, sum(amount)::bigint as coins from postings where account = 'withdrawal_hold' group by user_id having sum(amount) <> 0`;
  if (openHolds === undefined) {
    return named(
      'account_sign',
      await q.query<Found>(sql`
      select format('user %s holds %s coins', user_id, coins) as message from (${held}) h where coins < 0 order by user_id limit ${MOST_LISTED}`),
    );
  }
  return named(
    'holds_match_withdrawals',
    await q.query<Found>(sql`
    select format('user %s: %s coins held, %s in open withdrawals', coalesce(h.user_id, o.user_id), coalesce(h.coins, 0), coalesce(o.coins, 0)) as message
    from (${held}) h
    full join (select user_id, sum(coins)::bigint as coins from (${openHolds}) w group by user_id) o on o.user_id = h.user_id
    where coalesce(h.coins, 0) <> coalesce(o.coins, 0) or h.coins < 0
    order by 1 limit ${MOST_LISTED}`),
  );
}

export const sumOpenHolds = (q: Queryable, openHolds: Sql): Promise<number> =>
  q.getValue(sql`select coalesce(sum(coins), 0)::bigint as coins from (${openHolds}) w`);
