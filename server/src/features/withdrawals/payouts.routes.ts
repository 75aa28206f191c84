import { rupeesFromPaise } from '@muneem/contract/money';
import {
  acceptTransaction as acceptRoute,
  declareNotPaid,
  getPayoutAttention,
  lookUpPayout,
  razorpayxWebhook,
} from '@muneem/contract/payouts';
import {
  bulkpeWebhook,
  disableAutoPayout,
  enableAutoPayout,
  getAutoPayoutStatus,
  getPayoutBalance,
  resumeAutoPayout,
  type WithdrawalView,
} from '@muneem/contract/withdrawals';
import { AppError } from '#platform/app-error/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { rawBodyOf, registerRoute, type HttpServer } from '#platform/http/index.ts';
import { findLedgerStatus } from '#features/ledger/index.ts';
import type { PayoutAttempt, Payouts } from '#features/payouts/index.ts';
import type { AutoPayout } from './auto-payout.ts';
import { acceptTransaction, declareUnpaid, lookUpPayment } from './look-up-payment.ts';
import { getAttention } from './get-attention.ts';
import { readTotals } from './withdrawal-list.repository.ts';

interface PayoutRouteDependencies extends Pick<Platform, 'database' | 'clock'> {
  readonly payouts: Payouts;
  readonly autoPayout: AutoPayout;
  readonly view: (id: string) => Promise<WithdrawalView>;
}

export function registerPayoutRoutes(http: HttpServer, dependencies: PayoutRouteDependencies): void {
  const { database, clock, payouts, autoPayout, view } = dependencies;

  registerRoute(http, getPayoutBalance, async () => {
    const [balance, totals, ledger] = await Promise.all([
      payouts.balance(),
      readTotals(database),
      findLedgerStatus(database),
    ]);
    const since = ledger?.breachedAt;
    const rest = {
      currency: 'INR',
      provider: payouts.providerName,
      pendingAmount: rupeesFromPaise(totals.pending.amountPaise),
      low: balance.known && balance.balancePaise < totals.pending.amountPaise,
      stopped: since
        ? { since: since.toISOString(), message: 'The ledger check found an error: payouts are stopped.' }
        : null,
      asOf: clock.now().toISOString(),
    };
    return balance.known
      ? { success: true, balance: rupeesFromPaise(balance.balancePaise), ...rest }
      : { success: false, balance: null, error: balance.error, ...rest };
  });

  registerRoute(http, getAutoPayoutStatus, () => autoPayout.status());
  const changed = async (change: Promise<void>, message: string) => {
    await change;
    return { ...(await autoPayout.status()), message };
  };
  registerRoute(http, enableAutoPayout, ({ actor }) => changed(autoPayout.turn(true, actor), 'Auto payout is on'));
  registerRoute(http, disableAutoPayout, ({ actor }) => changed(autoPayout.turn(false, actor), 'Auto payout is off'));
  registerRoute(http, resumeAutoPayout, ({ actor }) => changed(autoPayout.resume(actor), 'Auto payout has resumed'));

  registerRoute(http, getPayoutAttention, ({ query }) => getAttention(dependencies, query));
  const lookedUp = async (id: string, attempt: PayoutAttempt) => {
    const next = attempt.nextCallAt;
    const withdrawal = await view(id);
    const message =
      next === null
        ? 'The provider has reported the outcome'
        : payouts.isElsewhere(attempt)
          ? 'It was sent with another payout key, account or provider. The current one does not know it'
          : attempt.status === 'not_paid'
            ? 'The provider now reports this payment as failed. It will be looked up again'
            : 'The provider has not decided yet. It will be looked up again';
    return { message, withdrawal, nextLookupAt: next?.toISOString() ?? null };
  };
  registerRoute(http, lookUpPayout, async ({ params, actor }) =>
    lookedUp(params.id, await lookUpPayment(dependencies, params.id, actor)),
  );
  registerRoute(http, acceptRoute, async ({ params, body, actor }) =>
    lookedUp(params.id, await acceptTransaction(dependencies, params.id, { ...body, actor })),
  );
  registerRoute(http, declareNotPaid, async ({ params, body, actor }) => {
    await declareUnpaid(dependencies, params.id, { actor, reason: body.reason });
    return {
      message: 'Declared not paid. Pay it again or return the coins.',
      withdrawal: await view(params.id),
    };
  });

  registerRoute(http, bulkpeWebhook, async ({ body }) => {
    if (payouts.providerName === 'bulkpe') await payouts.hint({ body, rawBody: '', signature: undefined });
    return {};
  });
  registerRoute(http, razorpayxWebhook, async ({ body, request }) => {
    if (payouts.providerName !== 'razorpayx')
      throw new AppError('not_found', 'RazorpayX is not the payout provider here.');
    const signature = request.headers['x-razorpay-signature'];
    const webhook = {
      body,
      rawBody: rawBodyOf(request),
      signature: typeof signature === 'string' ? signature : undefined,
    };
    if (!(await payouts.hint(webhook))) throw new AppError('unauthorized', 'The signature of this webhook is wrong.');
    return {};
  });
}
