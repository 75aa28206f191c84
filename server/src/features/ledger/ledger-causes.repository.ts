import type { Coins, Paise } from '@muneem/contract/money';
import { sql, type Queryable, type Tx } from '#platform/database/index.ts';
import type { PostingInput } from './journal.ts';
import { MOST_LISTED, type LedgerBreach } from './ledger-inspection.repository.ts';

/*
 * A full check is materialized. Otherwise the planner uses the limit of 20 rows and chooses a slow loop over indexes.
 */

/** Finds journals after `since` whose cause is missing or has other coins. */
export async function findJournalsWithoutCause(q: Queryable, since: number): Promise<LedgerBreach[]> {
  const rows = await q.query<{ message: string }>(
    since === 0
      ? sql`with found as materialized (select message from journals_without_cause) select message from found limit ${MOST_LISTED}`
      : sql`select message from journals_without_cause where journal_id > ${since} limit ${MOST_LISTED}`,
  );
  return rows.map(({ message }) => ({ rule: 'journal_has_cause', message }));
}

/** Finds causes without a journal, and payments without held coins. @param since restricts it to indexed ones */
export async function findCausesWithoutJournal(q: Queryable, since: Date | null): Promise<LedgerBreach[]> {
  const rows = await q.query<{ message: string }>(
    since === null
      ? sql`with found as materialized (select message from causes_without_journal) select message from found limit ${MOST_LISTED}`
      : sql`select message from causes_without_journal where at >= ${since} limit ${MOST_LISTED}`,
  );
  return rows.map(({ message }) => ({ rule: 'cause_has_journal', message }));
}

/** Replays a wallet from its first entry. @returns the problem, or null */
export const findWalletProblem = async (q: Queryable, userId: number): Promise<string | null> =>
  (
    await q.findOne<{ message: string }>(sql`
    with entries as (
      select sequence, balance_after, sum(amount) over entry as balance, row_number() over entry as position
      from postings where account = 'wallet' and user_id = ${userId} window entry as (order by sequence)
    ), replayed as (
      select count(*) as entries, coalesce((array_agg(balance order by position desc))[1], 0) as balance,
        count(*) filter (where position <> sequence or balance <> balance_after or balance < 0) as broken
      from entries
    )
    select format('wallet of user %s: %s coins after %s entries, its entries make %s after %s', ${userId}::bigint, w.balance, w.sequence,
      r.balance, r.entries) as message
    from replayed r left join wallets w on w.user_id = ${userId}
    where r.broken > 0 or w.balance is distinct from r.balance or w.sequence is distinct from r.entries
    union all
    (select message from journals_without_cause where user_id = ${userId} limit 1)
    limit 1`)
  )?.message ?? null;

/**
 * Returns whether the journal still holds exactly these coins for this withdrawal, worth its amount. A payment that the
 * bank returned keeps the worth that its coins had at the request.
 */
export async function isHeld(
  q: Queryable,
  hold: {
    readonly journalId: number;
    readonly withdrawalId: string;
    readonly userId: number;
    readonly coins: Coins;
    readonly amountPaise: Paise;
    readonly requestedAt: Date;
  },
): Promise<boolean> {
  const rows = await q.query(sql`
    select from journals j join postings p on p.journal_id = j.id and p.account = 'withdrawal_hold'
    where j.id = ${hold.journalId} and split_part(j.key, '/', 1) = ${hold.withdrawalId}
      and p.user_id = ${hold.userId} and p.amount = ${hold.coins}
      and not exists (select from journals r where r.reverses = j.id)
      and not exists (select from books where ${hold.amountPaise}::bigint * coins_per_rupee <> p.amount * 100
        and not (j.scope = 'withdrawal-reversal' and ${hold.requestedAt} < since))`);
  return rows.length === 1;
}

/** Records an operator's correction as the cause of a journal. */
export async function insertCorrection(tx: Tx, journalId: number, reason: string, at: Date): Promise<void> {
  await tx.execute(
    sql`insert into ledger_corrections (journal_id, reason, corrected_at) values (${journalId}, ${reason}, ${at})`,
  );
}

/** Returns the problem with one journal's cause, or null. */
export const findJournalWithoutCause = async (q: Queryable, journalId: number): Promise<string | null> =>
  (
    await q.findOne<{ message: string }>(
      sql`select message from journals_without_cause where journal_id = ${journalId} limit 1`,
    )
  )?.message ?? null;

export const listPostings = (q: Queryable, journalId: number): Promise<PostingInput[]> =>
  q.query<PostingInput>(
    sql`select account, user_id, amount from postings where journal_id = ${journalId} order by line`,
  );
