import type { Clock } from '#platform/clock/index.ts';
import type { Config } from '#platform/config/index.ts';
import { deriveKey, keyedHash } from '#platform/crypto/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { HttpServer } from '#platform/http/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { listAdminEmails } from '#features/auth/index.ts';
import type { BulkRuns } from '#features/bulk-runs/index.ts';
import {
  createBulkpe,
  createPayouts,
  createRazorpayx,
  createReconciliation,
  registerReconciliationRoutes,
  type PayoutProvider,
  type Payouts,
} from '#features/payouts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import {
  createAutoPayout,
  createPaidTwiceMail,
  createPauseMail,
  registerWithdrawalRoutes,
  reviveWithdrawal,
  settleWithdrawal,
} from '#features/withdrawals/index.ts';

export interface ComposePayoutsDependencies {
  readonly config: Config & { readonly APP_SECRET: string };
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly mailer: Mailer;
  /** Connections of it are never used twice: one that died unseen would leave a payout unknown. */
  readonly payoutHttp: OutboundHttp;
  readonly bulkRuns: BulkRuns;
}

/** How money leaves: the provider that the configuration names, and everything that watches over it. */
export function composePayouts(
  http: HttpServer,
  { config, settings, mailer, payoutHttp, bulkRuns, ...rest }: ComposePayoutsDependencies,
): { readonly payouts: Payouts; stop(): Promise<void> } {
  const { database, clock, jobs } = rest;
  const provider = createProvider(config, settings, payoutHttp);
  const mails = {
    jobs,
    mailer,
    systemName: () => settings.current().systemName,
    publicUrl: config.PUBLIC_URL,
    adminEmails: listAdminEmails,
  };
  const tellPause = createPauseMail(mails);
  const lookupDelaysS = config.PAYOUT_LOOKUP_DELAYS_S;
  const payouts = createPayouts({
    ...rest,
    provider,
    lookupDelaysS,
    settle: (tx, attempt) => settleWithdrawal(tx, attempt, tellPause),
    revive: reviveWithdrawal,
    tellPaidTwice: createPaidTwiceMail(mails),
  });
  const reconciliation = createReconciliation({ ...rest, provider, payouts });
  const autoPayoutMaxRupees = config.AUTO_PAYOUT_MAX_RUPEES;
  const autoPayout = createAutoPayout({ ...rest, payouts, settings, autoPayoutMaxRupees, tellPause });
  registerWithdrawalRoutes(http, { database, clock, payouts, autoPayout, bulkRuns });
  registerReconciliationRoutes(http, { database, clock, reconciliation });
  return {
    payouts,
    async stop() {
      await reconciliation.stop();
      await payouts.stop();
      await payoutHttp.close();
    },
  };
}

function createProvider(
  config: ComposePayoutsDependencies['config'],
  settings: Settings,
  http: OutboundHttp,
): PayoutProvider {
  const fingerprintKey = deriveKey(config.APP_SECRET, 'payout-account');
  const fingerprint = (secret: string): string => keyedHash(fingerprintKey, secret);
  const apiKey = (): string | null => settings.current().bulkpeApiKey;
  if (config.PAYOUT_PROVIDER === 'bulkpe')
    return createBulkpe({ http, baseUrl: config.BULKPE_BASE_URL, apiKey, fingerprint });
  return createRazorpayx({
    http,
    baseUrl: config.RAZORPAYX_BASE_URL,
    apiKey,
    accountNumber: config.RAZORPAYX_ACCOUNT_NUMBER ?? '',
    webhookSecret: config.RAZORPAYX_WEBHOOK_SECRET,
    fingerprint,
  });
}
