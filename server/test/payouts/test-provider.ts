import { RAZORPAYX_ACCOUNT, SANDBOX_WEBHOOK_SECRET } from '@muneem/sandbox/payout-provider';
import type { PayoutProvider } from '#features/payouts/index.ts';
import { PROVIDERS } from '#features/payouts/open-payouts.ts';
import { readConfig } from '#platform/config/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as (keyof typeof PROVIDERS)[];

/** The settings with which any provider speaks to the sandbox. */
export const sandboxSettings = (baseUrl: string) => ({
  BULKPE_BASE_URL: baseUrl,
  RAZORPAYX_BASE_URL: baseUrl,
  RAZORPAYX_ACCOUNT_NUMBER: RAZORPAYX_ACCOUNT,
  RAZORPAYX_WEBHOOK_SECRET: SANDBOX_WEBHOOK_SECRET,
});

/** Creates the provider with this name for the sandbox. */
export const createTestProvider = (
  name: string,
  { http, baseUrl, apiKey }: { http: OutboundHttp; baseUrl: string; apiKey: string },
): PayoutProvider =>
  PROVIDERS[name as keyof typeof PROVIDERS](readConfig(sandboxSettings(baseUrl)), {
    http,
    apiKey: () => apiKey,
    fingerprint: (secret) => `fingerprint of ${secret}`,
  });
