import { UNKNOWN_USERS_SHOWN, type Attention } from '@muneem/contract/stats';
import { paise, rupeesFromPaise, type Paise } from '@muneem/contract/money';
import type { Database } from '#platform/database/index.ts';
import { listUnknownUsers } from '#features/clicks/index.ts';
import { findLedgerStatus } from '#features/ledger/index.ts';
import { countDifferences } from '#features/payouts/index.ts';
import { countAttention } from '#features/withdrawals/index.ts';
import { losingOffers } from './losing-offers.ts';
import { listFailingPostbacks, readAttention } from './attention.repository.ts';

export async function getAttention(database: Database): Promise<Attention> {
  const [row, failing, ledger, differences, payments, unknownUsers, losing] = await Promise.all([
    readAttention(database),
    listFailingPostbacks(database),
    findLedgerStatus(database),
    countDifferences(database),
    countAttention(database),
    listUnknownUsers(database, database.clock.now(), UNKNOWN_USERS_SHOWN),
    losingOffers(database, database.clock.now()),
  ]);
  const open = differences.filter(({ state }) => state === 'open');
  const waiting = (count: number, amountPaise: Paise) => ({ count, amount: rupeesFromPaise(amountPaise) });
  const sumOf = (belongs: (payment: (typeof payments)[number]) => boolean) => {
    const found = payments.filter(belongs);
    const amountPaise = paise(found.reduce((sum, payment) => sum + payment.amountPaise, 0));
    return waiting(
      found.reduce((sum, { n }) => sum + n, 0),
      amountPaise,
    );
  };
  return {
    pendingWithdrawals: waiting(row.pending, row.pendingPaise),
    failedPayouts: sumOf(({ kind }) => kind !== 'unknown'),
    stuckPayouts: sumOf(({ kind }) => kind === 'unknown'),
    payoutDifferences: {
      open: open.reduce((sum, { n }) => sum + n, 0),
      paidTwice: open.find(({ kind }) => kind === 'paid_twice')?.n ?? 0,
    },
    pendingClaims: row.claims,
    openProblems: row.problems,
    failingPostbacks: {
      total: failing[0]?.total ?? 0,
      worst: failing.map((postback) => ({ ...postback, _id: postback.id })),
    },
    owedReversals: { count: row.owed, coins: row.owedCoins },
    contradictions: row.contradictions,
    unknownUsers: { total: unknownUsers[0]?.total ?? 0, worst: unknownUsers },
    losingOffers: losing,
    claimReversals: { count: 0, coins: 0 },
    ledgerBreach:
      ledger === null || ledger.breachedAt === null
        ? null
        : { since: ledger.breachedAt.toISOString(), breaches: ledger.breaches.length },
  };
}
