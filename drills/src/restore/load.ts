import { createOffer } from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import type { AdminSession, PlatformClient } from '@muneem/sandbox/product';

const EVENT = 'install';
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
  const { offer } = await admin.call(createOffer, {
    body: {
      title: 'Load',
      description: 'Load.',
      coins: 5,
      type: 'install',
      requirements: 'None.',
      trackingUrl: 'https://network.example/?c={click_id}',
      steps: [{ title: 'Install', description: 'Install it.', isCompleted: false }],
      events: [{ eventName: EVENT, eventPayout: 5, eventCap: 1_000_000, isRequired: true, description: '' }],
    } as never,
  });
  const { _id: offerId } = offer as { _id: string };
  const { postbackUrls } = await admin.call(getPostbackUrls, { params: { id: offerId } });
  const template = postbackUrls[EVENT]!.url;
  const acknowledged: Acknowledged[] = [];
  let stopping = false;
  const work = async (worker: number): Promise<void> => {
    const uid = `load-${worker}`;
    await platform.createUser({
      uid,
      name: uid,
      email: `${uid}@mail.example`,
      phone: '+919000012345',
      gender: 'Female',
    });
    while (!stopping) {
      const clickId = await platform.createClick({ uid, offerId });
      const sentAt = Date.now();
      const answer = await fetch(template.replace('{click_id}', clickId));
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
