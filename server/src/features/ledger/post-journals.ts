import { AppError } from '#platform/app-error/index.ts';
import { brokenConstraint, type Tx } from '#platform/database/index.ts';
import { assertJournal, requestHash, type JournalInput, type PostedJournal } from './journal.ts';
import { findJournals, insertJournals, lockWallets, type NewJournal } from './ledger.repository.ts';

/**
 * Posts journals in the caller's transaction, in two statements (three with repeats), and returns results in order.
 * Locks wallets in user id order, so callers cannot deadlock.
 * Coins are spent in journal order: a later credit does not cover an earlier debit.
 */
export async function postJournals(tx: Tx, journals: readonly JournalInput[]): Promise<PostedJournal[]> {
  if (journals.length === 0) return [];
  const batch = new Batch(journals);
  await lockAllWallets(tx, batch.walletOwners);
  const ids = new Map<number, number>();
  try {
    for (const row of await insertJournals(tx, batch.journals)) ids.set(row.ordinal, row.id);
  } catch (error) {
    throw refusal(error) ?? error;
  }
  if (ids.size === journals.length)
    return journals.map((_, index) => ({ journalId: ids.get(index) as number, duplicate: false }));
  return withDuplicates(tx, batch, ids);
}

/** The distinct journals of a call, and their wallets' owners. */
class Batch {
  readonly journals: NewJournal[] = [];
  /** For each journal, the first one of the call with its (scope, key): itself, unless repeated. */
  readonly firsts: number[] = [];
  readonly hashes: string[] = [];
  readonly walletOwners: readonly number[];

  constructor(journals: readonly JournalInput[]) {
    const owners = new Set<number>();
    const known = new Map<string, number>();
    journals.forEach((journal, index) => {
      assertJournal(journal);
      const name = `${journal.scope}\n${journal.key}`;
      const first = known.get(name) ?? index;
      const hash = requestHash(journal);
      this.firsts.push(first);
      this.hashes.push(hash);
      if (first !== index) return;
      known.set(name, index);
      this.journals.push({ ordinal: index, hash, input: journal });
      for (const { account, userId } of journal.postings)
        if (account === 'wallet' && userId !== null) owners.add(userId);
    });
    this.walletOwners = [...owners].sort((a, b) => a - b);
  }
}

async function lockAllWallets(tx: Tx, owners: readonly number[]): Promise<void> {
  if (owners.length === 0) return;
  const locked = await lockWallets(tx, owners);
  if (locked === owners.length) return;
  throw new Error(
    `${owners.length - locked} of ${owners.length} wallets are not open; users among ${owners.slice(0, 5).join(', ')}…`,
  );
}

async function withDuplicates(tx: Tx, batch: Batch, ids: ReadonlyMap<number, number>): Promise<PostedJournal[]> {
  const missing = batch.journals.filter(({ ordinal }) => !ids.has(ordinal));
  const earlier = new Map<number, { id: number; hash: string }>();
  for (const row of await findJournals(
    tx,
    missing.map(({ input }) => input.scope),
    missing.map(({ input }) => input.key),
  )) {
    earlier.set(missing[row.ordinal]?.ordinal as number, { id: row.id, hash: row.hash });
  }
  return batch.firsts.map((first, index) => {
    const before = earlier.get(first);
    const hash = before?.hash ?? batch.hashes[first];
    if (hash !== batch.hashes[index]) {
      throw new AppError('idempotency_mismatch', 'This was already posted with other content. Nothing was changed.');
    }
    return { journalId: before?.id ?? (ids.get(first) as number), duplicate: before !== undefined || first !== index };
  });
}

function refusal(cause: unknown): AppError | undefined {
  switch (brokenConstraint(cause)) {
    case 'wallet_not_negative':
    case 'wallet_not_negative_after':
      return new AppError('insufficient_coins', 'There are not enough coins in the wallet.', { cause });
    case 'journal_resolved_once':
      return new AppError('wrong_state', 'This was already settled or returned. Nothing was changed.', { cause });
    default:
      return undefined;
  }
}
