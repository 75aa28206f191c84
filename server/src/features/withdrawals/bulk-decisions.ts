import { BULK_RUN_AT_MOST } from '@muneem/contract/bulk-runs';
import { prepareBulkDecision } from '@muneem/contract/withdrawals';
import { startOfKolkataPeriod } from '#platform/clock/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { preparedAnswer, type BulkRunDecision, type BulkRunItemRow, type BulkRuns } from '#features/bulk-runs/index.ts';
import type { PayDependencies } from './approve-withdrawal.ts';
import { decideWithdrawals } from './decide-withdrawals.ts';
import { findLongestWaiting } from './withdrawal-list.repository.ts';
import type { WithdrawalRow } from './withdrawals.repository.ts';

type Dependencies = PayDependencies & { readonly bulkRuns: BulkRuns };
type Decided = Awaited<ReturnType<typeof decideWithdrawals>>['results'][number];

const APPROVED_AT_ONCE = 12;
const REJECTED_AT_ONCE = 40;
/** After this many consecutive failures the cause is the provider or the balance, not the withdrawals. */
const STOPS_AFTER_FAILURES = 10;

/** Stores the list of pending withdrawals that match now. Later requests are not added. */
export function registerBulkDecisionRoute(http: HttpServer, { database, clock, bulkRuns }: Dependencies): void {
  registerRoute(http, prepareBulkDecision, async ({ body, actor }) => {
    const { approved, search, period } = body;
    const filter = {
      statuses: ['pending'] as const,
      search,
      from: startOfKolkataPeriod(period, clock.now()),
      until: null,
    };
    const rows = await findLongestWaiting(database, filter, BULK_RUN_AT_MOST + 1);
    const run = await bulkRuns.prepare({
      kind: approved ? 'withdrawals.approve' : 'withdrawals.reject',
      actor,
      filter: { search, period },
      items: rows.map(toItem),
      none: 'No pending withdrawal matches any more.',
    });
    return preparedAnswer(database, run);
  });
}

const toItem = (row: WithdrawalRow): BulkRunItemRow => ({
  itemId: row.id,
  uid: row.userUid,
  label: `${row.userName ?? 'No name'} · ${row.upiId ?? `${row.accountNumber} (${row.ifscCode})`}`,
  coins: row.coins,
  amountPaise: row.amountPaise,
});

/** Decides each withdrawal like a single decision. Withdrawals decided meanwhile are reported, not changed. */
export function defineBulkDecisions({ bulkRuns, ...dependencies }: Dependencies): void {
  for (const approved of [true, false]) {
    bulkRuns.define(approved ? 'withdrawals.approve' : 'withdrawals.reject', {
      part: approved ? APPROVED_AT_ONCE : REJECTED_AT_ONCE,
      ...(approved ? { stopsAfterFailures: STOPS_AFTER_FAILURES } : {}),
      async decide(items, { actor, adminReason }) {
        const ids = items.map(({ itemId }) => itemId);
        const { results } = await decideWithdrawals(dependencies, ids, { approved, actor, adminReason });
        const stopped = results.find(({ code }) => code === 'unavailable');
        return {
          // These are still pending, so the run can be resumed.
          results: results.filter(({ code }) => code !== 'unavailable').map((result) => toDecision(result, approved)),
          ...(stopped === undefined ? {} : { stop: stopped.message }),
        };
      },
    });
  }
}

function toDecision({ id, outcome, message, paymentResult }: Decided, approved: boolean): BulkRunDecision {
  if (outcome !== 'done' || !approved) return { itemId: id, outcome, message };
  if (paymentResult === undefined)
    return {
      itemId: id,
      outcome: 'checking',
      message: 'The provider has not responded yet. The payment is being checked.',
    };
  return paymentResult.success
    ? { itemId: id, outcome, message: `Transaction ID: ${paymentResult.transactionId ?? ''}` }
    : { itemId: id, outcome: 'failed', message: `The payment failed: ${paymentResult.error ?? ''}` };
}
