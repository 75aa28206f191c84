import {
  getWithdrawal as getRoute,
  getWithdrawalHistory,
  listWithdrawals as listRoute,
  rejectAllWithdrawals,
  retryWithdrawalPayment,
  returnWithdrawalCoins,
  verifyWithdrawal,
  type WithdrawalView,
} from '@muneem/contract/withdrawals';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import type { BulkRuns } from '#features/bulk-runs/index.ts';
import type { Payouts } from '#features/payouts/index.ts';
import { approveWithdrawal, retryPayment, messageFor, type ApprovedWithdrawal } from './approve-withdrawal.ts';
import type { AutoPayout } from './auto-payout.ts';
import { defineBulkDecisions, registerBulkDecisionRoute } from './bulk-decisions.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { getWithdrawalDetails } from './get-withdrawal-details.ts';
import { listHistory, listWithdrawals } from './list-withdrawals.ts';
import { rejectAllPending, rejectWithdrawal, returnCoins } from './reject-withdrawal.ts';
import { registerPayoutRoutes } from './payouts.routes.ts';
import { viewWithdrawals } from './withdrawal.mapper.ts';

interface WithdrawalRouteDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly payouts: Payouts;
  readonly autoPayout: AutoPayout;
  readonly bulkRuns: BulkRuns;
}

export function registerWithdrawalRoutes(http: HttpServer, dependencies: WithdrawalRouteDependencies): void {
  const { database } = dependencies;

  const view = async (id: string): Promise<WithdrawalView> => {
    const [withdrawal] = await viewWithdrawals(database, [await getWithdrawal(database, id)]);
    return withdrawal as WithdrawalView;
  };
  const approved = async (id: string, outcome: ApprovedWithdrawal) => ({
    message: messageFor(outcome),
    withdrawal: await view(id),
    ...outcome,
  });

  registerRoute(http, listRoute, ({ query }) => listWithdrawals(dependencies, query));
  registerRoute(http, getWithdrawalHistory, ({ query }) => listHistory(dependencies, query));
  registerRoute(http, getRoute, ({ params }) => getWithdrawalDetails(database, params.id));

  registerRoute(http, verifyWithdrawal, async ({ params, body, actor }) => {
    const decision = { actor, adminReason: body.adminReason || null };
    if (body.approved) return approved(params.id, await approveWithdrawal(dependencies, params.id, body, decision));
    await rejectWithdrawal(dependencies, params.id, body, decision);
    return { message: 'Withdrawal rejected successfully!', withdrawal: await view(params.id) };
  });
  registerRoute(http, rejectAllWithdrawals, async ({ body, actor }) => {
    const reason = body.adminReason || null;
    const until = body.requestedUntil === undefined ? undefined : new Date(body.requestedUntil);
    const rejectedCount = await rejectAllPending(dependencies, { actor, adminReason: reason, until });
    return { message: `${rejectedCount} pending withdrawals rejected`, rejectedCount, reason };
  });
  registerRoute(http, retryWithdrawalPayment, async ({ params, actor }) =>
    approved(params.id, await retryPayment(dependencies, params.id, actor)),
  );
  registerRoute(http, returnWithdrawalCoins, async ({ params, body, actor }) => {
    await returnCoins(dependencies, params.id, { actor, adminReason: body.adminReason || null });
    return { message: 'Withdrawal rejected successfully!', withdrawal: await view(params.id) };
  });

  defineBulkDecisions(dependencies);
  registerBulkDecisionRoute(http, dependencies);
  registerPayoutRoutes(http, { ...dependencies, view });
}
