import { add as plus, coins, type Coins } from '@muneem/contract/money';
import {
  allowLongStatements,
  sql,
  transaction,
  type Database,
  type Queryable,
  type Sql,
} from '#platform/database/index.ts';
import type { LedgerAccount } from './journal.ts';
import { findCausesWithoutJournal, findJournalsWithoutCause } from './ledger-causes.repository.ts';
import {
  findBrokenChains,
  findTornJournals,
  findUnbalancedJournals,
  findWrongHolds,
  findWrongWallets,
  readHorizon,
  sumOpenHolds,
  sumPostings,
  sumWallets,
  type LedgerBreach,
} from './ledger-inspection.repository.ts';

/** Coins and number of postings per account. */
type LedgerTotals = Readonly<Record<LedgerAccount, { readonly coins: Coins; readonly postings: number }>>;

/** The part of the ledger already checked: every journal up to `throughJournal`, with its sums. */
export interface LedgerCheckpoint {
  readonly throughJournal: number;
  readonly totals: LedgerTotals;
  /** Journals up to `journal` are visible once no transaction older than `transaction` runs. */
  readonly next: { readonly journal: number; readonly transaction: bigint };
}

export interface LedgerReport {
  readonly totals: LedgerTotals;
  readonly wallets: number;
  readonly newestJournal: number;
  /** True if every row was checked, false if only those since the checkpoint. */
  readonly full: boolean;
  readonly breaches: readonly LedgerBreach[];
}

const ACCOUNTS = [
  'wallet',
  'withdrawal_hold',
  'rewards_issue',
  'paid_out',
  'forfeited',
] as const satisfies readonly LedgerAccount[];

const NONE = { coins: coins(0), postings: 0 };
const NOTHING: LedgerTotals = {
  wallet: NONE,
  withdrawal_hold: NONE,
  rewards_issue: NONE,
  paid_out: NONE,
  forfeited: NONE,
};

interface InspectOptions {
  /** Rows (user_id, coins): the coins that each open withdrawal holds. */
  readonly openHolds?: Sql | undefined;
  /** Continues from this inspection. Undefined: checks everything. */
  readonly checkpoint?: LedgerCheckpoint | undefined;
  /** Checks journals against causes: all, or with a checkpoint the causes since this time. */
  readonly causes?: { readonly since: Date | null };
}

/**
 * Compares all sums in one snapshot, without locks. With a checkpoint it reads the journals since then, and the sums of
 * all wallets and open holds. A manual edit anywhere changes a sum.
 */
export async function inspectLedger(
  database: Database,
  { openHolds, checkpoint, causes }: InspectOptions = {},
): Promise<LedgerReport & { readonly checkpoint: LedgerCheckpoint }> {
  return transaction(database, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    allowLongStatements(tx);
    const horizon = await readHorizon(tx);
    const since = checkpoint?.throughJournal ?? 0;
    const finalThrough =
      checkpoint && BigInt(horizon.oldestRunning) >= checkpoint.next.transaction ? checkpoint.next.journal : since;
    const sums = await sumPostings(tx, since, finalThrough);
    const base = checkpoint?.totals ?? NOTHING;
    const totals = add(base, sums);
    const { wallets, breaches } = await inspectWallets(tx, totals);
    breaches.push(
      ...(await findUnbalancedJournals(tx, since)),
      ...(await findTornJournals(tx, since)),
      ...(await findBrokenChains(tx, since)),
      ...(await findWrongWallets(tx, since)),
      ...(checkpoint === undefined ? await findWrongHolds(tx, openHolds) : await compareHolds(tx, totals, openHolds)),
      ...inspectSigns(totals),
      ...(causes ? await findJournalsWithoutCause(tx, since) : []),
      ...(causes ? await findCausesWithoutJournal(tx, causes.since) : []),
    );
    return {
      totals,
      wallets,
      newestJournal: horizon.newest,
      full: checkpoint === undefined,
      breaches,
      checkpoint: {
        throughJournal: finalThrough,
        totals: add(
          base,
          sums.filter((sum) => sum.isFinal),
        ),
        next: { journal: horizon.newest, transaction: BigInt(horizon.nextTransaction) },
      },
    };
  });
}

function add(
  base: LedgerTotals,
  sums: readonly { account: LedgerAccount; amount: Coins; postings: number }[],
): LedgerTotals {
  const totals = Object.fromEntries(ACCOUNTS.map((account) => [account, { ...base[account] }])) as Record<
    LedgerAccount,
    { coins: Coins; postings: number }
  >;
  for (const { account, amount, postings } of sums) {
    totals[account].coins = plus(totals[account].coins, amount);
    totals[account].postings += postings;
  }
  return totals;
}

async function inspectWallets(
  q: Queryable,
  totals: LedgerTotals,
): Promise<{ wallets: number; breaches: LedgerBreach[] }> {
  const { wallets, balance, sequence } = await sumWallets(q);
  const breaches: LedgerBreach[] = [];
  if (balance !== totals.wallet.coins || sequence !== totals.wallet.postings) {
    breaches.push({
      rule: 'wallet_totals',
      message: `all wallets: ${balance} coins after ${sequence} entries, the postings say ${totals.wallet.coins} after ${totals.wallet.postings}`,
    });
  }
  return { wallets, breaches };
}

async function compareHolds(q: Queryable, totals: LedgerTotals, openHolds: Sql | undefined): Promise<LedgerBreach[]> {
  if (openHolds === undefined) return [];
  const open = await sumOpenHolds(q, openHolds);
  if (open === totals.withdrawal_hold.coins) return [];
  return [
    {
      rule: 'holds_match_withdrawals',
      message: `${totals.withdrawal_hold.coins} coins held, ${open} in open withdrawals`,
    },
  ];
}

/** Coins leave the rewards_issue account and reach the others. */
function inspectSigns(totals: LedgerTotals): LedgerBreach[] {
  return ACCOUNTS.flatMap((account) => {
    const { coins } = totals[account];
    const wrong = account === 'rewards_issue' ? coins > 0 : coins < 0;
    return wrong
      ? [{ rule: 'account_sign', message: `the account ${account} has ${coins} coins` } satisfies LedgerBreach]
      : [];
  });
}
