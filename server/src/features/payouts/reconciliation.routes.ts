import {
  decidePayoutDifference,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  listPayoutDifferences,
  runReconciliation,
} from '@muneem/contract/payouts';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import type { Reconciliation } from './reconcile-payouts.ts';
import { toDifference, toRun } from './reconciliation.mapper.ts';
import {
  countDifferences,
  decideDifference,
  findDifference,
  findLastRun,
  listDifferences,
} from './reconciliation.repository.ts';

interface ReconciliationRouteDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly reconciliation: Reconciliation;
}

export function registerReconciliationRoutes(http: HttpServer, dependencies: ReconciliationRouteDependencies): void {
  const { database, clock, reconciliation } = dependencies;

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
      differences: rows.map(toDifference),
      total,
      counts: record(DIFFERENCE_KINDS, (kind) => sum((row) => row.kind === kind && row.state === 'open')),
      states: record(DIFFERENCE_STATES, (state) => sum((row) => row.state === state)),
      lastRun: lastRun ? toRun(lastRun) : null,
    };
  });

  registerRoute(http, runReconciliation, async ({ actor }) => {
    const run = await reconciliation.start(actor);
    return { message: 'The comparison with the statement has started', run: toRun(run) };
  });

  registerRoute(http, decidePayoutDifference, async ({ params, body, actor }) => {
    const row = await transaction(database, async (tx) => {
      const before = await findDifference(tx, params.id);
      if (!before) throw new AppError('not_found', 'Difference not found. Refresh the list.');
      const after = await decideDifference(tx, params.id, { ...body, by: actor.name, at: clock.now() });
      if (!after) throw new AppError('wrong_state', `This difference is already ${before.state}. Refresh the list.`);
      const action = body.state === 'resolved' ? 'payouts.resolve-difference' : 'payouts.acknowledge-difference';
      await writeAudit(tx, actor, action, ['payout-difference', after.id], {
        before: { state: before.state },
        after: { state: after.state, reason: after.reason, referenceId: after.referenceId },
      });
      return after;
    });
    return { message: `Marked as ${row.state}`, difference: toDifference(row) };
  });
}

const record = <Key extends string>(keys: readonly Key[], of: (key: Key) => number): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, number>;
