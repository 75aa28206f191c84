import { rupeesFromPaise, type Paise } from '@muneem/contract/money';
import {
  decidePayoutDifference,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  listPayoutDifferences,
  runReconciliation,
  type PayoutDifference,
  type ReconciliationRun,
} from '@muneem/contract/payouts';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import type { Reconciliation } from './reconcile-payouts.ts';
import {
  countDifferences,
  decideDifference,
  findDifference,
  findLastRun,
  listDifferences,
  type DifferenceRow,
  type RunRow,
} from './reconciliation.repository.ts';

export interface ReconciliationRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly reconciliation: Reconciliation;
}

export function registerReconciliationRoutes(http: HttpServer, deps: ReconciliationRouteDependencies): void {
  const { database, clock, reconciliation } = deps;

  registerRoute(http, listPayoutDifferences, async ({ query }) => {
    const filter = {
      kind: query.kind === 'all' ? null : query.kind,
      state: query.state === 'all' ? null : query.state,
      search: query.search,
    };
    const [{ rows, total }, counted, lastRun] = await Promise.all([
      listDifferences(database, filter, query),
      countDifferences(database),
      findLastRun(database),
    ]);
    const sum = (fits: (row: (typeof counted)[number]) => boolean): number =>
      counted.filter(fits).reduce((all, { n }) => all + n, 0);
    return {
      success: true as const,
      differences: rows.map(toDifference),
      total,
      counts: record(DIFFERENCE_KINDS, (kind) => sum((row) => row.kind === kind && row.state === 'open')),
      states: record(DIFFERENCE_STATES, (state) => sum((row) => row.state === state)),
      lastRun: lastRun ? toRun(lastRun) : null,
    };
  });

  registerRoute(http, runReconciliation, async ({ actor }) => {
    const run = await reconciliation.start(actor);
    return { success: true as const, message: 'The comparison with the statement has started', run: toRun(run) };
  });

  registerRoute(http, decidePayoutDifference, async ({ params, body, actor }) => {
    const row = await transaction(database, async (tx) => {
      const before = await findDifference(tx, params.id);
      if (!before) throw new AppError('not_found', { userMessage: 'Difference not found. Refresh the list.' });
      const after = await decideDifference(tx, params.id, { ...body, by: actor.name, at: clock.now() });
      if (!after)
        throw new AppError('wrong_state', {
          userMessage: `This difference is already ${before.state}. Refresh the list.`,
        });
      await writeAudit(tx, {
        actor,
        action: body.state === 'resolved' ? 'payouts.resolve-difference' : 'payouts.acknowledge-difference',
        entityType: 'payout-difference',
        entityId: after.id,
        before: { state: before.state },
        after: { state: after.state, reason: after.reason, referenceId: after.reference_id },
      });
      return after;
    });
    return { success: true as const, message: `Marked as ${row.state}`, difference: toDifference(row) };
  });
}

const record = <Key extends string>(keys: readonly Key[], of: (key: Key) => number): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, number>;

const rupees = (amountPaise: Paise | null): number | null =>
  amountPaise === null ? null : rupeesFromPaise(amountPaise);

function toRun(row: RunRow): ReconciliationRun {
  return {
    id: row.id,
    status: row.status,
    provider: row.provider,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    from: row.from_at.toISOString(),
    until: row.until_at.toISOString(),
    entries: row.entries,
    matched: row.matched,
    differing: row.differing,
    underWay: row.under_way,
    tooRecent: row.too_recent,
    differences: row.differences,
    error: row.error,
  };
}

function toDifference(row: DifferenceRow): PayoutDifference {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    provider: row.provider,
    referenceId: row.reference_id,
    providerTransactionId: row.provider_transaction_id,
    utr: row.utr,
    withdrawalId: row.payable_id,
    ourAmount: rupees(row.our_amount_paise),
    theirAmount: rupees(row.their_amount_paise),
    ourStatus: row.our_status,
    theirStatus: row.their_status,
    message: describe(row),
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    reason: row.reason,
  };
}

function describe(row: DifferenceRow): string {
  const ours = row.our_status?.replaceAll('_', ' ') ?? 'nothing';
  switch (row.kind) {
    case 'missing_at_provider':
      return `We sent it (${ours}), but it is not on the provider's statement.`;
    case 'missing_at_ours':
      return "It is on the provider's statement, but we never sent it.";
    case 'amount_differs':
      return `We sent ₹${rupees(row.our_amount_paise)}, the statement says ₹${rupees(row.their_amount_paise)}.`;
    case 'status_differs':
      return `We have it as ${ours}, the statement says ${row.their_status}.`;
    case 'paid_twice':
      return 'The statement has two valid transfers with this reference.';
  }
}
