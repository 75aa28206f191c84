import { coins } from '@muneem/contract/money';
import { expect } from 'vitest';
import {
  getBalances,
  insertCorrection,
  openWallets,
  postJournals,
  type JournalInput,
  type PostedJournal,
  type PostingInput,
} from '#features/ledger/index.ts';
import { inspectLedger } from '#features/ledger/inspect-ledger.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { openDatabase, transaction } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { atTheEnd } from '#test/at-the-end.ts';

export type LedgerFixture = Awaited<ReturnType<typeof createLedgerFixture>>;

/**
 * With `founded` each journal gets a correction as its cause, because the fixture has no conversions or withdrawals.
 */
export async function createLedgerFixture(connections: number, { founded = false } = {}) {
  const testDatabase = await createTestDatabase();
  const logger = createLogger('fatal');
  const database = openDatabase({ ...testDatabase.connection, max: connections }, logger);
  const serverDatabase = openDatabase({ ...testDatabase.serverConnection, max: connections }, logger);
  const post = (...journals: JournalInput[]): Promise<PostedJournal[]> =>
    transaction(founded ? database : serverDatabase, async (tx) => {
      const posted = await postJournals(tx, journals);
      if (founded) for (const { journalId } of posted) await insertCorrection(tx, journalId, 'A test', new Date());
      return posted;
    });
  return {
    /** Superuser, for direct access by tests. */
    database,
    /** The role of the server. */
    serverDatabase,
    serverUrl: testDatabase.serverConnection.connectionString,
    ownerUrl: testDatabase.environment.DATABASE_OWNER_URL,
    post,
    postOne: async (journal: JournalInput) => (await post(journal))[0] as PostedJournal,
    open: (...userIds: number[]) => transaction(serverDatabase, (tx) => openWallets(tx, userIds)),
    balance: async (userId: number) => (await getBalances(database, [userId])).get(userId),
    /** Expects that the check finds no breach and that all coins add up to 0. */
    async expectBalance() {
      const { breaches, totals } = await inspectLedger(database);
      expect(breaches).toEqual([]);
      const { wallet, withdrawal_hold, rewards_issue, paid_out, forfeited } = totals;
      expect(wallet.coins + withdrawal_hold.coins + paid_out.coins + forfeited.coins).toBe(-rewards_issue.coins);
    },
    close: atTheEnd(async () => {
      await serverDatabase.close();
      await database.close();
      await testDatabase.drop();
    }),
  };
}

const actor: Actor = { kind: 'system', id: 'test', name: 'Test' };

type Account = PostingInput['account'];
type Kind = readonly [scope: string, kind: JournalInput['kind'], from: Account, to: Account];

const move = (from: Account, to: Account, userId: number, amount: number): PostingInput[] => {
  const owner = (account: Account): number | null =>
    account === 'wallet' || account === 'withdrawal_hold' ? userId : null;
  return [
    { account: from, userId: owner(from), amount: coins(-amount) },
    { account: to, userId: owner(to), amount: coins(amount) },
  ];
};

const journal =
  (...[scope, kind, from, to]: Kind) =>
  (key: string, userId: number, amount: number): JournalInput => ({
    scope,
    key,
    kind,
    actor,
    postings: move(from, to, userId, amount),
  });
const undoing =
  (...kind: Kind) =>
  (key: string, reverses: number, userId: number, amount: number): JournalInput => ({
    ...journal(...kind)(key, userId, amount),
    reverses,
  });

export const reward = journal('conversion', 'reward', 'rewards_issue', 'wallet');
export const hold = journal('withdrawal', 'hold', 'wallet', 'withdrawal_hold');
export const forfeit = journal('user-deletion', 'forfeit', 'wallet', 'forfeited');
export const settle = undoing('withdrawal-end', 'settle', 'withdrawal_hold', 'paid_out');
export const release = undoing('withdrawal-end', 'release', 'withdrawal_hold', 'wallet');
/** Reverses a reward, posting by posting. */
export const reversal = (key: string, reverses: number, userId: number, amount: number): JournalInput =>
  undoing('reversal', 'reversal', 'rewards_issue', 'wallet')(key, reverses, userId, -amount);

/** Sorts the outcomes of concurrent tries of one call. */
export async function outcomes(tries: Promise<unknown>[]): Promise<{ done: number; codes: Set<unknown> }> {
  const results = await Promise.allSettled(tries);
  return {
    done: results.filter((result) => result.status === 'fulfilled').length,
    codes: new Set(
      results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: unknown }).code] : [])),
    ),
  };
}
