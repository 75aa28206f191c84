import type { Database, Tx } from '#platform/database/index.ts';
import { newUlid } from '#platform/ids/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { createAskProvider, type AskProvider } from './ask-provider.ts';
import { createProvider, type ProviderDependencies } from './open-payouts.ts';
import type { StatementEntry } from './payout-provider.ts';
import { modeFor } from './payout-rules.ts';
import { isOlder } from './reconcile-payouts.ts';
import type { NewPayout } from './create-payouts.ts';
import { closeOpenAttempt, findReferences, insertAttempt, type PayoutAttempt } from './payouts.repository.ts';

/** Tolerance for clock skew of the statement. */
const MARGIN_MS = 3_600_000;
const MAX_PAGES = 5_000;

export type UnknownTransfers =
  | { readonly known: true; readonly entries: readonly StatementEntry[]; readonly unread: readonly string[] }
  | { readonly known: false; readonly error: string };

/** The provider's answers to the operator of a restored copy, whose servers still call nothing. */
export interface OperatorProvider {
  /** Lists the transfers on the statement, from a time on, that are not in this database. Newest first. */
  listUnknownTransfers(since: Date): Promise<UnknownTransfers>;
  readonly lookUp: AskProvider;
}

export function createOperatorProvider({
  database,
  http,
  apiKey,
  ...platform
}: ProviderDependencies & {
  readonly database: Database;
  readonly http: OutboundHttp;
  readonly apiKey: () => string | null;
}): OperatorProvider {
  const provider = createProvider(platform, http, apiKey);
  return {
    lookUp: createAskProvider(provider),
    async listUnknownTransfers(since) {
      const window = { from: new Date(since.getTime() - MARGIN_MS), until: new Date(Date.now() + MARGIN_MS) };
      const entries: StatementEntry[] = [];
      const unread: string[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const read = await provider.statement({ ...window, page });
        if (!read.known) return read;
        const known = await findReferences(
          database,
          read.entries.map(({ referenceId }) => referenceId),
        );
        entries.push(
          ...read.entries.filter(({ referenceId, madeAt }) => madeAt >= window.from && !known.has(referenceId)),
        );
        unread.push(...read.unread);
        if (!read.more || isOlder(read, window.from)) return { known: true, entries, unread };
      }
      unread.push(`the statement has more than ${MAX_PAGES} pages, and older rows were not read`);
      return { known: true, entries, unread };
    },
  };
}

/**
 * Records a transfer of the original as an attempt that was sent. Its look-up is due at once. An attempt in flight is
 * closed as not paid, because the original sent another one only after that. A retry looks both up.
 */
export async function adoptAttempt(
  tx: Tx,
  transfer: NewPayout & { readonly referenceId: string; readonly provider: string; readonly madeAt: Date },
  now: Date,
): Promise<PayoutAttempt> {
  const { destination, amountPaise, madeAt, payableId, referenceId } = transfer;
  await closeOpenAttempt(tx, payableId, {
    error: `The original closed it as not paid and sent ${referenceId}`,
    at: now,
  });
  // The sending account is unknown, so the account in use is asked.
  return insertAttempt(
    tx,
    {
      ...transfer,
      id: `pay_${newUlid(now)}`,
      mode: modeFor(destination, amountPaise),
      createdAt: madeAt,
      nextCallAt: now,
    },
    madeAt,
  );
}
