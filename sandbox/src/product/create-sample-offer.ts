import { createOffer } from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import type { AdminCalls } from './sign-in-admin.ts';

interface SampleOffer {
  /** The coins of each event. */
  readonly coins: number;
  readonly trackingUrl: string;
  readonly events?: readonly string[];
}

/** Creates an active offer. @returns its id and the URL of each event's postback, with `{click_id}` */
export async function createSampleOffer(
  admin: AdminCalls,
  { coins, trackingUrl, events = ['install'] }: SampleOffer,
): Promise<{ readonly offerId: string; readonly urls: Readonly<Record<string, string>> }> {
  const { offer } = await admin.call(createOffer, {
    body: {
      title: 'Install the game',
      description: 'Gives coins.',
      coins,
      type: 'install',
      requirements: 'None.',
      trackingUrl,
      steps: [{ title: 'Install', description: 'Install it.', isCompleted: false }],
      events: events.map((eventName) => ({
        eventName,
        eventPayout: coins,
        eventCap: 1_000_000,
        isRequired: true,
        description: '',
      })),
    },
  });
  const { _id: offerId } = offer;
  const { postbackUrls } = await admin.call(getPostbackUrls, { params: { id: offerId } });
  return { offerId, urls: Object.fromEntries(Object.entries(postbackUrls).map(([name, { url }]) => [name, url])) };
}
