import type { Database } from '#platform/database/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { createProvider, type ProviderDependencies } from './open-payouts.ts';
import type { StatementEntry } from './payout-provider.ts';
import { findReferences } from './payouts.repository.ts';

/** Tolerance for clock skew of the statement. */
const MARGIN_MS = 3_600_000;
const MAX_PAGES = 5_000;

export type UnknownTransfers =
  | { readonly known: true; readonly entries: readonly StatementEntry[] }
  | { readonly known: false; readonly error: string };

/** Lists the transfers on the provider's statement, from a time on, that are not in this database. Newest first. */
export async function listUnknownTransfers(
  {
    database,
    http,
    apiKey,
    ...platform
  }: ProviderDependencies & {
    readonly database: Database;
    readonly http: OutboundHttp;
    readonly apiKey: () => string | null;
  },
  since: Date,
): Promise<UnknownTransfers> {
  const provider = createProvider(platform, http, apiKey);
  const window = { from: new Date(since.getTime() - MARGIN_MS), until: new Date(Date.now() + MARGIN_MS) };
  const entries: StatementEntry[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const read = await provider.statement({ ...window, page });
    if (!read.known) return read;
    const known = await findReferences(
      database,
      read.entries.map(({ referenceId }) => referenceId),
    );
    entries.push(...read.entries.filter(({ referenceId }) => !known.has(referenceId)));
    if (!read.more) break;
  }
  return { known: true, entries };
}
