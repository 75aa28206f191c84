import { createBulkpe, type PayoutProvider } from '#features/payouts/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';

/** The adapter of that name, against a provider of the sandbox. */
export function createTestProvider(
  _name: string,
  { http, baseUrl, apiKey }: { http: OutboundHttp; baseUrl: string; apiKey: string },
): PayoutProvider {
  return createBulkpe({ http, baseUrl, apiKey: () => apiKey });
}
