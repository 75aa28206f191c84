import { deriveKey, keyedHash } from '#platform/crypto/index.ts';
import type { Config } from '#platform/config/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { createBulkpe } from './bulkpe.ts';
import { createPayouts, type Payouts, type PayoutsDependencies } from './create-payouts.ts';
import type { PayoutProvider } from './payout-provider.ts';
import { createRazorpayx } from './razorpayx.ts';
import { createReconciliation, type Reconciliation } from './reconcile-payouts.ts';

/** Applies payout outcomes to the things that are paid. */
export type PayoutEffects = Pick<PayoutsDependencies, 'settle' | 'revive' | 'notifyPaidTwice'>;

export interface OpenPayouts extends Payouts {
  readonly reconciliation: Reconciliation;
}

interface OpenPayoutsDependencies extends Platform {
  readonly apiKey: () => string | null;
  readonly effects: PayoutEffects;
}

/** Opens the configured payout provider, with its jobs for look-ups and reconciliation. */
export function openPayouts({ apiKey, effects, ...platform }: OpenPayoutsDependencies): OpenPayouts {
  // No keep-alive: a connection that died unnoticed would make a payout unknown.
  const http = platform.openHttp({ keepAlive: false });
  const provider = createProvider(platform, http, apiKey);
  const lookupDelaysS = platform.config.PAYOUT_LOOKUP_DELAYS_S;
  const { isUnconfirmed } = platform.restoredCopy;
  const payouts = createPayouts({ ...platform, ...effects, provider, lookupDelaysS, isUnconfirmed });
  const reconciliation = createReconciliation({ ...platform, ...effects, provider, payouts, isUnconfirmed });
  return {
    ...payouts,
    reconciliation,
    async stop() {
      await reconciliation.stop();
      await payouts.stop();
      await http.close();
    },
  };
}

export interface ProviderDependencies {
  readonly config: Config;
  readonly hashKey: string;
}

interface ProviderOptions {
  readonly http: OutboundHttp;
  readonly apiKey: () => string | null;
  /** Names an account without its key. */
  readonly fingerprint: (secret: string) => string;
}

export const PROVIDERS: Readonly<
  Record<Config['PAYOUT_PROVIDER'], (config: Config, options: ProviderOptions) => PayoutProvider>
> = {
  bulkpe: (config, options) => createBulkpe({ ...options, baseUrl: config.BULKPE_BASE_URL }),
  razorpayx: (config, options) =>
    createRazorpayx({
      ...options,
      baseUrl: config.RAZORPAYX_BASE_URL,
      accountNumber: config.RAZORPAYX_ACCOUNT_NUMBER ?? '',
      webhookSecret: config.RAZORPAYX_WEBHOOK_SECRET,
    }),
};

export function createProvider(
  { config, hashKey }: ProviderDependencies,
  http: OutboundHttp,
  apiKey: () => string | null,
): PayoutProvider {
  const fingerprintKey = deriveKey(hashKey, 'payout-account');
  const fingerprint = (secret: string): string => keyedHash(fingerprintKey, secret);
  return PROVIDERS[config.PAYOUT_PROVIDER](config, { http, apiKey, fingerprint });
}
