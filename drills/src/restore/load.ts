import { createSampleOffer, createSampleUser, type AdminSession, type PlatformClient } from '@muneem/sandbox/product';

const WORKERS = 16;

/** An acknowledged conversion. */
export interface Acknowledged {
  readonly clickId: string;
  /** In milliseconds since 1970: before the postback was sent, and after its answer. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Waits for the requests in flight. */
  stop(): Promise<void>;
}

/** Creates clicks and sends the postback of each, on several connections, until it is stopped. */
export async function startLoad(admin: AdminSession, platform: PlatformClient): Promise<Load> {
  const { offerId, urls } = await createSampleOffer(admin, {
    coins: 5,
    trackingUrl: 'https://network.example/?c={click_id}',
  });
  const acknowledged: Acknowledged[] = [];
  let stopping = false;
  const work = async (worker: number): Promise<void> => {
    const uid = `load-${worker}`;
    await createSampleUser(platform, uid);
    while (!stopping) {
      const clickId = await platform.createClick({ uid, offerId });
      const sentAt = Date.now();
      const answer = await fetch(urls['install']!.replace('{click_id}', clickId));
      if (answer.ok) acknowledged.push({ clickId, sentAt, answeredAt: Date.now() });
    }
  };
  const all = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  return {
    acknowledged,
    async stop() {
      stopping = true;
      await all;
    },
  };
}
