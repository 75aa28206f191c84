import { setTimeout as wait } from 'node:timers/promises';
import { BULK_RUN_AT_MOST } from '@muneem/contract/bulk-runs';
import { prepareBulkDecision } from '@muneem/contract/withdrawals';
import { AppError } from '#platform/app-error/index.ts';
import { decidedByName, type Actor } from '#platform/audit-log/index.ts';
import { startOfKolkataPeriod } from '#platform/clock/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { preparedAnswer, type BulkRunDecision, type BulkRunItemRow, type BulkRuns } from '#features/bulk-runs/index.ts';
import { NeedsSecondPerson } from '#features/second-person/index.ts';
import { alone } from './second-person.ts';
import { approveWithdrawal, type PayDependencies } from './approve-withdrawal.ts';
import { rejectWithdrawal } from './reject-withdrawal.ts';
import { findLongestWaiting } from './withdrawal-list.repository.ts';
import { findWithdrawals, type WithdrawalRow } from './withdrawals.repository.ts';

type Dependencies = PayDependencies & { readonly bulkRuns: BulkRuns };

const APPROVED_PER_ROUND = 12;
const REJECTED_PER_ROUND = 40;
const AT_ONCE = 6;
/** After this, the rest is approved without waiting for the provider. Its answers are recorded when they arrive. */
const WAIT_MS = 20_000;
/** After this many consecutive failures the cause is the provider or the balance, not the withdrawals. */
const STOPS_AFTER_FAILURES = 10;

/** Stores the list of pending withdrawals that are selected or match now. Later requests are not added. */
export function registerBulkDecisionRoute(http: HttpServer, { database, clock, bulkRuns }: Dependencies): void {
  registerRoute(http, prepareBulkDecision, async ({ body, actor }) => {
    const { approved, ids, search, period } = body;
    const from = startOfKolkataPeriod(period, clock.now());
    const filter = { statuses: ['pending'] as const, search, from, until: null };
    const rows =
      ids === undefined
        ? await findLongestWaiting(database, filter, BULK_RUN_AT_MOST + 1)
        : (await findWithdrawals(database, ids)).filter(({ status }) => status === 'pending');
    const run = await bulkRuns.prepare({
      kind: approved ? 'withdrawals.approve' : 'withdrawals.reject',
      actor,
      filter: ids === undefined ? { search, period } : { selected: ids.length },
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

interface Decision {
  readonly approved: boolean;
  readonly actor: Actor;
  readonly adminReason: string | null;
  /** Ends the wait for the provider. */
  readonly patience: Promise<unknown>;
}

/** Decides each withdrawal like a single decision: one failure does not stop the others. */
export function defineBulkDecisions({ bulkRuns, ...dependencies }: Dependencies): void {
  for (const approved of [true, false]) {
    bulkRuns.define(approved ? 'withdrawals.approve' : 'withdrawals.reject', {
      part: approved ? APPROVED_PER_ROUND : REJECTED_PER_ROUND,
      ...(approved ? { stopsAfterFailures: STOPS_AFTER_FAILURES } : {}),
      async decide(items, { actor, adminReason }) {
        const late = new AbortController();
        const patience = wait(WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined);
        const decision = { approved, actor, adminReason, patience };
        const results: BulkRunDecision[] = [];
        let stop: string | undefined;
        const queue = items.values();
        const decideNext = async (): Promise<void> => {
          for (const { itemId } of queue) {
            try {
              results.push({ itemId, ...(await decideOne(dependencies, itemId, decision)) });
            } catch (thrown) {
              const error = thrown instanceof NeedsSecondPerson ? alone(thrown.reason) : thrown;
              if (!(error instanceof AppError)) throw error;
              // Payouts are stopped. The withdrawal is still pending, so the run can be resumed.
              if (error.code === 'unavailable') stop = error.userMessage;
              else results.push({ itemId, ...(await refusal(dependencies, itemId, error, decision)) });
            }
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, decideNext)).finally(() => late.abort());
        return { results, ...(stop === undefined ? {} : { stop }) };
      },
    });
  }
}

async function decideOne(
  dependencies: PayDependencies,
  id: string,
  { approved, actor, adminReason, patience }: Decision,
): Promise<Omit<BulkRunDecision, 'itemId'>> {
  if (!approved) {
    await rejectWithdrawal(dependencies, id, {}, { actor, adminReason });
    return { outcome: 'done', message: 'Withdrawal rejected successfully!' };
  }
  const { paymentResult: paid } = await approveWithdrawal(dependencies, id, {}, { actor, adminReason, patience });
  if (paid === undefined)
    return { outcome: 'checking', message: 'The provider has not responded yet. The payment is being checked.' };
  return paid.success
    ? { outcome: 'done', message: `Transaction ID: ${paid.transactionId ?? ''}` }
    : { outcome: 'failed', message: `The payment failed: ${paid.error ?? ''}` };
}

/** Reports a repeat of the admin's own decision as `already`, not as an error. */
async function refusal(
  { database }: PayDependencies,
  id: string,
  { code, userMessage }: AppError,
  { approved, actor }: Decision,
): Promise<Omit<BulkRunDecision, 'itemId'>> {
  const [row] = await findWithdrawals(database, [id]);
  const isOwn =
    code === 'wrong_state' && row?.verifiedBy === decidedByName(actor) && (row.status === 'rejected') !== approved;
  return { outcome: isOwn ? 'already' : 'refused', message: userMessage };
}
