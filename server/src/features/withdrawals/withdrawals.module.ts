import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { listAdminEmails } from '#features/auth/index.ts';
import type { BulkRuns } from '#features/bulk-runs/index.ts';
import type { PayoutEffects, Payouts } from '#features/payouts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { createPauseMail, pauseMailJob } from './auto-payout-mail.ts';
import { createAutoPayout } from './auto-payout.ts';
import { createPaidTwiceMail, paidTwiceMailJob } from './paid-twice-mail.ts';
import { reviveWithdrawal, settleWithdrawal } from './settle-withdrawal.ts';
import { registerWithdrawalRoutes } from './withdrawals.routes.ts';

const mailedAdmins = ({ jobs }: Pick<Platform, 'jobs'>) => ({ jobs, adminEmails: listAdminEmails });

export function createPayoutEffects(platform: Pick<Platform, 'jobs'>): PayoutEffects {
  const notifyPause = createPauseMail(mailedAdmins(platform));
  return {
    settle: (tx, attempt) => settleWithdrawal(tx, attempt, notifyPause),
    revive: reviveWithdrawal,
    notifyPaidTwice: createPaidTwiceMail(mailedAdmins(platform)),
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
    notifyPause: createPauseMail(mailedAdmins(product)),
  });
  return {
    routes: (http) => registerWithdrawalRoutes(http, { ...product, autoPayout }),
    jobs: [...autoPayout.jobs, pauseMailJob(product), paidTwiceMailJob(product)],
  };
}
