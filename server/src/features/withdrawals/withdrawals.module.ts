import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { BulkRuns } from '#features/bulk-runs/index.ts';
import type { PayoutEffects, Payouts } from '#features/payouts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { createPauseMail, pauseMailJob } from './auto-payout-mail.ts';
import { createAutoPayout } from './auto-payout.ts';
import { createPaidTwiceMail, paidTwiceMailJob } from './paid-twice-mail.ts';
import { reviveWithdrawal, settleWithdrawal } from './settle-withdrawal.ts';
import { registerWithdrawalRoutes } from './withdrawals.routes.ts';

export function createPayoutEffects({ jobs }: Pick<Platform, 'jobs'>): PayoutEffects {
  const notifyPause = createPauseMail(jobs);
  return {
    settle: (tx, attempt) => settleWithdrawal(tx, attempt, notifyPause),
    revive: reviveWithdrawal,
    notifyPaidTwice: createPaidTwiceMail(jobs),
  };
}

export function withdrawalsModule(
  product: Platform & {
    readonly settings: Settings;
    readonly payouts: Payouts;
    readonly bulkRuns: BulkRuns;
    readonly systemName: () => string;
    readonly publicUrl: string;
  },
): FeatureModule {
  const autoPayout = createAutoPayout({
    ...product,
    autoPayoutMaxRupees: product.config.AUTO_PAYOUT_MAX_RUPEES,
    notifyPause: createPauseMail(product.jobs),
  });
  return {
    routes: (http) => registerWithdrawalRoutes(http, { ...product, autoPayout }),
    jobs: [...autoPayout.jobs, pauseMailJob(product), paidTwiceMailJob(product)],
  };
}
