import { rupeesFromPaise, paise } from '@muneem/contract/money';
import {
  bulkpeWebhook,
  disableAutoPayout,
  enableAutoPayout,
  getAutoPayoutStatus,
  getPayoutBalance,
  getWithdrawal,
  getWithdrawalHistory,
  listWithdrawals as listRoute,
  rejectAllWithdrawals,
  retryWithdrawalPayment,
  returnWithdrawalCoins,
  verifyWithdrawal,
  type WithdrawalView,
} from '@muneem/contract/withdrawals';
import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { listAttemptsOf, type Payouts } from '#features/payouts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { approveWithdrawal, retryPayment, type ApprovedWithdrawal } from './approve-withdrawal.ts';
import { assertSameWithdrawal } from './decide-withdrawal.ts';
import { listHistory, listWithdrawals } from './list-withdrawals.ts';
import { rejectAllPending, rejectWithdrawal } from './reject-withdrawal.ts';
import { toAttemptView, viewWithdrawals } from './withdrawal.mapper.ts';
import { findWithdrawal } from './withdrawals.repository.ts';

export interface WithdrawalRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly payouts: Payouts;
  readonly settings: Settings;
}

export function registerWithdrawalRoutes(http: HttpServer, dependencies: WithdrawalRouteDependencies): void {
  const { database, payouts, settings } = dependencies;

  const view = async (id: string): Promise<WithdrawalView> => {
    const row = await findWithdrawal(database, id);
    assertSameWithdrawal(row, id, {});
    const [withdrawal] = await viewWithdrawals(database, [row]);
    return withdrawal as WithdrawalView;
  };
  const approved = async (id: string, outcome: ApprovedWithdrawal) => ({
    success: true as const,
    message: messageFor(outcome),
    withdrawal: await view(id),
    ...outcome,
  });

  registerRoute(http, listRoute, ({ query }) => listWithdrawals(dependencies, query));
  registerRoute(http, getWithdrawalHistory, ({ query }) => listHistory(dependencies, query));
  registerRoute(http, getWithdrawal, async ({ params }) => {
    const withdrawal = await view(params.id);
    return {
      success: true as const,
      withdrawal,
      attempts: (await listAttemptsOf(database, params.id)).map(toAttemptView),
      user: {
        uid: withdrawal.userId,
        name: withdrawal.userName,
        email: withdrawal.userEmail,
        phone: null,
        createdAt: withdrawal.date,
        deleted: false,
        coins: 0,
        heldCoins: 0,
        withdrawals: 1,
        completedWithdrawals: 0,
        completedAmount: 0,
      },
      pastWithdrawals: [],
    };
  });

  registerRoute(http, verifyWithdrawal, async ({ params, body, actor }) => {
    const decision = { actor, adminReason: body.adminReason || null };
    if (body.approved) return approved(params.id, await approveWithdrawal(dependencies, params.id, body, decision));
    await rejectWithdrawal(dependencies, params.id, body, decision);
    return { success: true as const, message: 'Withdrawal rejected successfully!', withdrawal: await view(params.id) };
  });
  registerRoute(http, rejectAllWithdrawals, async ({ body, actor }) => {
    const reason = body.adminReason || null;
    const until = body.requestedUntil === undefined ? undefined : new Date(body.requestedUntil);
    const rejectedCount = await rejectAllPending(dependencies, { actor, adminReason: reason, until });
    return { success: true as const, message: `${rejectedCount} pending withdrawals rejected`, rejectedCount, reason };
  });
  registerRoute(http, retryWithdrawalPayment, async ({ params, actor }) =>
    approved(params.id, await retryPayment(dependencies, params.id, actor)),
  );
  registerRoute(http, returnWithdrawalCoins, async ({ params, body, actor }) => {
    const decision = { actor, adminReason: body.adminReason || null, from: 'payment_failed' as const };
    await rejectWithdrawal(dependencies, params.id, {}, decision);
    return { success: true as const, message: 'Withdrawal rejected successfully!', withdrawal: await view(params.id) };
  });

  registerRoute(http, bulkpeWebhook, async ({ body }) => {
    await payouts.hint(body);
    return { success: true as const };
  });
  registerRoute(http, getPayoutBalance, async () => {
    const balance = await payouts.balance();
    const rest = {
      currency: 'INR',
      provider: 'bulkpe',
      pendingAmount: 0,
      low: false,
      stopped: null,
      asOf: dependencies.clock.now().toISOString(),
    };
    return balance.known
      ? { success: true, balance: rupeesFromPaise(paise(balance.balancePaise)), ...rest }
      : { success: false, balance: null, error: balance.error, ...rest };
  });
  const autoPayout = () => ({
    success: true as const,
    enabled: settings.current().autoPayoutEnabled,
    state: settings.current().autoPayoutEnabled ? ('running' as const) : ('off' as const),
    pause: null,
    waiting: 0,
    consecutiveFailures: 0,
    maxAmount: 0,
  });
  registerRoute(http, getAutoPayoutStatus, async () => autoPayout());
  registerRoute(http, enableAutoPayout, async ({ actor }) => {
    await settings.setAutoPayout(true, actor);
    return { ...autoPayout(), message: 'Auto payout is on' };
  });
  registerRoute(http, disableAutoPayout, async ({ actor }) => {
    await settings.setAutoPayout(false, actor);
    return { ...autoPayout(), message: 'Auto payout is off' };
  });
}

/** The words of document 001 §8. */
function messageFor({ paymentResult }: ApprovedWithdrawal): string {
  if (paymentResult === undefined) return 'Withdrawal approved successfully!';
  if (paymentResult.success) return 'Withdrawal approved and payment initiated!';
  return 'Withdrawal approved but payment failed. Please check the payout provider account balance and configuration.';
}
