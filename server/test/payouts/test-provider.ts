import { RAZORPAYX_ACCOUNT, SANDBOX_WEBHOOK_SECRET } from '@muneem/sandbox/payout-provider';
import { createBulkpe } from '#features/payouts/bulkpe.ts';
import type { PayoutProvider } from '#features/payouts/index.ts';
import { createRazorpayx } from '#features/payouts/razorpayx.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';

/** Creates the provider with this name for the sandbox. */
export function createTestProvider(
  name: string,
  { http, baseUrl, apiKey }: { http: OutboundHttp; baseUrl: string; apiKey: string },
): PayoutProvider {
  const fingerprint = (secret: string): string => `fingerprint of ${secret}`;
  if (name !== 'razorpayx') return createBulkpe({ http, baseUrl, apiKey: () => apiKey, fingerprint });
  return createRazorpayx({
    http,
    baseUrl,
    apiKey: () => apiKey,
    accountNumber: RAZORPAYX_ACCOUNT,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    fingerprint,
  });
}
