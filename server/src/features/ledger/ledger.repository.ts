import { coins, type Coins } from '@muneem/contract/money';
import { columnsOf, sql, type Queryable, type Tx } from '#platform/database/index.ts';
import type { JournalInput, JournalKind, PostingInput } from './journal.ts';

/** A journal to insert. `ordinal` is its position in the call. */
export interface NewJournal {
  readonly ordinal: number;
  readonly hash: string;
  readonly input: JournalInput;
}

const JOURNAL = columnsOf<'journals', NewJournal>('journals', {
  scope: ({ input }) => input.scope,
  key: ({ input }) => input.key,
  kind: ({ input }) => input.kind,
  requestHash: ({ hash }) => hash,
  actorKind: ({ input }) => input.actor.kind,
  actorId: ({ input }) => input.actor.id,
  actorName: ({ input }) => input.actor.name,
  reason: ({ input }) => input.reason ?? null,
  reverses: ({ input }) => input.reverses ?? null,
});

interface NewPosting extends PostingInput {
  readonly ordinal: number;
  readonly line: number;
}

const POSTING = columnsOf<'postings', NewPosting>('postings', {
  line: ({ line }) => line,
  account: ({ account }) => account,
  userId: ({ userId }) => userId,
  amount: ({ amount }) => amount,
});

const LOCK_WALLETS =
  'select user_id from wallets where user_id = any ($1::bigint[]) order by user_id for no key update';

/** Locks in id order until the transaction ends. @returns the number of existing wallets */
export async function lockWallets(tx: Tx, userIds: readonly number[]): Promise<number> {
  return (await tx.prepared('ledger-lock-wallets', LOCK_WALLETS, [userIds])).length;
}

/*
 * Inserts missing journals and their postings in one statement. A trigger then updates the wallets.
 * Sorted by (scope, key), so concurrent calls lock in one order.
 */
const INSERT_JOURNALS = `
with input as (
  select * from unnest($1::int[], ${JOURNAL.parameters(3)}) as i (ordinal, ${JOURNAL.names})
), added as (
  insert into journals (${JOURNAL.names}, created_at)
  select ${JOURNAL.names}, $${3 + JOURNAL.count + POSTING.count} from input order by scope, key
  on conflict (scope, key) do nothing
  returning id, scope, key
), new_journal as (
  select i.ordinal, a.id from added a join input i on i.scope = a.scope and i.key = a.key
), lines as (
  select j.ordinal, j.id, ${POSTING.namesIn('p')}
  from unnest($2::int[], ${POSTING.parameters(3 + JOURNAL.count)}) as p (ordinal, ${POSTING.names})
  join new_journal j on j.ordinal = p.ordinal
), wallet_lines as (
  select l.id, l.line, l.user_id, l.amount,
    w.balance + sum(l.amount) over entries as balance_after, w.sequence + row_number() over entries as sequence
  from lines l join wallets w on w.user_id = l.user_id
  where l.account = 'wallet'
  window entries as (partition by l.user_id order by l.ordinal, l.line rows unbounded preceding)
), posted as (
  insert into postings (journal_id, line, account, user_id, amount, balance_after, sequence)
  select id, line, 'wallet'::ledger_account, user_id, amount, balance_after, sequence from wallet_lines
  union all
  select id, line, account, user_id, amount, null, null from lines where account <> 'wallet'
)
select ordinal, id from new_journal`;

/** Inserts missing journals. @returns the inserted ones */
export async function insertJournals(
  tx: Tx,
  journals: readonly NewJournal[],
): Promise<{ ordinal: number; id: number }[]> {
  const postings = journals.flatMap(({ ordinal, input }) =>
    input.postings.map((posting, index) => ({ ...posting, ordinal, line: index + 1 })),
  );
  return tx.prepared('ledger-insert-journals', INSERT_JOURNALS, [
    journals.map(({ ordinal }) => ordinal),
    postings.map(({ ordinal }) => ordinal),
    ...JOURNAL.valuesOf(journals),
    ...POSTING.valuesOf(postings),
    tx.now,
  ]);
}

/** Finds journals by (scope, key). `ordinal` is the 0-based index in the arrays. */
export async function findJournals(
  q: Queryable,
  scopes: readonly string[],
  keys: readonly string[],
): Promise<{ ordinal: number; id: number; hash: string }[]> {
  return q.query(sql`
    select (i.ordinal - 1)::int as ordinal, j.id, replace(j.request_hash::text, '-', '') as hash
    from unnest(${scopes}::text[], ${keys}::text[]) with ordinality as i (scope, key, ordinal)
    join journals j on j.scope = i.scope and j.key = i.key`);
}

/** Opens an empty wallet for each user without one. */
export async function openWallets(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.execute(
    sql`insert into wallets (user_id) select unnest(${userIds}::bigint[]) on conflict (user_id) do nothing`,
  );
}

/** Returns the coins per user. Users without a wallet are missing. */
export async function getBalances(q: Queryable, userIds: readonly number[]): Promise<Map<number, Coins>> {
  const rows = await q.query<{ userId: number; balance: number }>(
    sql`select user_id, balance from wallets where user_id = any (${userIds}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.userId, coins(row.balance)]));
}

/** Locks a wallet until the transaction ends. @returns its coins, 0 without a wallet */
export const lockBalance = async (tx: Tx, userId: number): Promise<Coins> =>
  coins(
    (await tx.findOne<{ balance: number }>(sql`select balance from wallets where user_id = ${userId} for update`))
      ?.balance ?? 0,
  );

/** Returns the coins held by a user's open withdrawals. */
export const getHeldCoins = (q: Queryable, userId: number): Promise<Coins> =>
  q.getValue(sql`
    select coalesce(sum(amount), 0)::bigint as held from postings where account = 'withdrawal_hold' and user_id = ${userId}`);

export interface WalletEntry {
  readonly sequence: number;
  readonly journalId: number;
  readonly kind: JournalKind;
  readonly scope: string;
  readonly key: string;
  readonly reason: string | null;
  readonly actorName: string;
  /** Positive: into the wallet. */
  readonly amount: Coins;
  readonly balanceAfter: Coins;
  readonly createdAt: Date;
}

/** Lists a wallet's movements, newest first. @param before sequence to continue below */
export async function listWalletEntries(
  q: Queryable,
  userId: number,
  { limit = 50, before }: { limit?: number; before?: number } = {},
): Promise<WalletEntry[]> {
  return q.query<WalletEntry>(sql`
    select p.sequence, p.journal_id, j.kind, j.scope, j.key, j.reason, j.actor_name,
      p.amount, p.balance_after, j.created_at
    from postings p join journals j on j.id = p.journal_id
    where p.account = 'wallet' and p.user_id = ${userId} and p.sequence < ${before ?? Number.MAX_SAFE_INTEGER}
    order by p.sequence desc limit ${limit}`);
}
