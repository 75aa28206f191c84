import { createCustomPostback, toggleCustomPostback } from '@muneem/contract/custom-postbacks';
import type { Mailbox } from '@muneem/sandbox/mailbox';
import { createPlatformClient, createSampleOffer, giveCoins, setPayoutKey, signInAdmin } from '@muneem/sandbox/product';

export const ADMIN = { email: 'admin@muneem.example', password: 'drill-password' };
export const PLATFORM_KEY = 'drill-platform-key-0001';
export const PAYOUT_KEY = 'drill-payout-key-0001';
const TRACKING_URL = 'http://network.example/?c={click_id}';
/** Enough that callers seldom wait for each other's wallets. */
const USERS = 200;

export interface World {
  readonly adminToken: string;
  readonly offerId: string;
  /** Paths by event, with `{click_id}`. */
  readonly postbackPaths: Readonly<Record<string, string>>;
  readonly uids: readonly string[];
}

/** Creates users with coins, an offer with two events, and a custom postback for each event, as an admin does. */
export async function prepareWorld(url: string, mailbox: Mailbox, targetUrl: string): Promise<World> {
  const admin = await signInAdmin({ url, mailbox, ...ADMIN, remember: true });
  await setPayoutKey(admin, mailbox, ADMIN.email, PAYOUT_KEY);
  const people = Array.from({ length: USERS }, (_, index) => ({ uid: `drill-${index}`, name: `User ${index}` }));
  const platform = createPlatformClient({ url, key: PLATFORM_KEY });
  await giveCoins({ platform, admin, people, coins: 1_000, trackingUrl: TRACKING_URL });
  const events = ['install', 'register'];
  const { offerId, urls } = await createSampleOffer(admin, { coins: 5, trackingUrl: TRACKING_URL, events });
  for (const eventName of events) {
    const { postback } = await admin.call(createCustomPostback, {
      params: { id: offerId },
      body: {
        companyName: 'Tracker',
        companyId: `tracker-${eventName}`,
        contactEmail: 'partners@tracker.example',
        contactPerson: '',
        eventName,
        postbackUrl: `${targetUrl}/postback?click={click_id}&event={event_name}`,
        httpMethod: 'GET',
        bodyTemplate: '',
        authentication: { type: 'none' },
        priority: 1,
        retryCount: 5,
        timeout: 10_000,
      } as never,
    });
    await admin.call(toggleCustomPostback, { params: { id: postback._id }, body: { status: 'active' } });
  }
  const pathOf = (full: string): string => full.replace(/^https?:\/\/[^/]+/, '');
  return {
    adminToken: admin.token,
    offerId,
    postbackPaths: Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, pathOf(url)])),
    uids: people.map(({ uid }) => uid),
  };
}
