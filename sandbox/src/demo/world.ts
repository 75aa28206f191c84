import { join } from 'node:path';
import { DEFAULT_BEHAVIOUR, startAdNetwork } from '../ad-network/index.ts';
import { AD_NETWORK_ADDRESS } from '../crowd/index.ts';
import { startIdentityProvider } from '../identity-provider/index.ts';
import { startMailbox } from '../mailbox/index.ts';
import { startPayoutProvider } from '../payout-provider/index.ts';
import { startTrackingCompany } from '../tracking-company/index.ts';
import { freePort } from '../web-kit/index.ts';

export const PAYOUT_KEY = 'sandbox-payout-key-0001';

/** Most payouts succeed at once. Some are slow, a few fail, and very few stay unknown. */
export const PAYOUT_MOODS = [
  { fault: 'pending', share: 0.25, delayMs: 4_000 },
  { fault: 'failed', share: 0.04 },
  { fault: 'cut_before', share: 0.015 },
] as const;

export type World = Awaited<ReturnType<typeof startWorld>>;

/** In the history most payouts succeed, and the others fail. None is slow. */
const PAST_PAYOUT_MOODS = [{ fault: 'failed', share: 0.04 }] as const;

/** Starts all external systems, each on its own port from `firstPort` on, or on the next free one. */
export async function startWorld({
  firstPort,
  dataDir,
  now,
  signsInTo,
}: {
  firstPort: number;
  dataDir: string;
  now: () => Date;
  /** The address of the product, to start the identity provider too. */
  signsInTo?: string | undefined;
}) {
  const mailbox = await startMailbox({ port: await freePort(firstPort), smtpPort: await freePort(firstPort + 4) });
  const payouts = await startPayoutProvider({
    apiKey: PAYOUT_KEY,
    port: await freePort(firstPort + 1),
    bookFile: join(dataDir, 'payout-provider.jsonl'),
    faults: PAST_PAYOUT_MOODS,
    now,
  });
  const network = await startAdNetwork({
    port: await freePort(firstPort + 2),
    // These faults give the evidence screens something to explain, replay, decide and reverse.
    address: AD_NETWORK_ADDRESS,
    behaviour: { ...DEFAULT_BEHAVIOUR, reversed: 0.03, contradicted: 0.005, unknownEvents: 0.03 },
  });
  const tracking = await startTrackingCompany({ port: await freePort(firstPort + 3) });
  const identity =
    signsInTo === undefined
      ? undefined
      : await startIdentityProvider({ port: await freePort(firstPort + 5), productUrl: signsInTo });
  return {
    mailbox,
    payouts,
    network,
    tracking,
    identity,
    async close() {
      await Promise.all([mailbox.close(), payouts.close(), network.close(), tracking.close(), identity?.close()]);
    },
  };
}
