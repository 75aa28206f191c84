import { createOffer } from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { createPlatformClient, type AdminSession } from '@muneem/sandbox/product';
import { PLATFORM_KEY, type TestWorld } from './world.ts';

export interface Person {
  readonly uid: string;
  readonly name: string;
}

/** Users who have earned `coins` each, the way users earn them: a click, and the ad network's postback. */
export async function giveCoins(
  { product, network }: TestWorld,
  admin: AdminSession,
  people: readonly Person[],
  coins: number,
): Promise<void> {
  const { offer } = await admin.call(createOffer, {
    body: {
      title: 'Coins for tests',
      description: 'Gives coins.',
      coins,
      type: 'install',
      requirements: 'None.',
      trackingUrl: network.trackingUrl('coins'),
      steps: [{ title: 'Install', description: 'Install it.', isCompleted: false }],
      events: [{ eventName: 'install', eventPayout: coins, eventCap: 1000, isRequired: true, description: '' }],
    } as never,
  });
  const offerId = (offer as { _id: string })._id;
  const { postbackUrls } = await admin.call(getPostbackUrls, { params: { id: offerId } });
  const platform = createPlatformClient({ url: product.url, key: PLATFORM_KEY });
  for (const { uid, name } of people) {
    await platform.createUser({ uid, name, email: `${uid}@mail.example`, phone: '+919000012345', gender: 'Female' });
    const clickId = await makeClick(product.url, { uid, offerId });
    const answer = await fetch(postbackUrls['install']!.url.replace('{click_id}', clickId));
    if (!answer.ok) throw new Error(`the postback was answered ${answer.status}`);
  }
}

/** A new offer is known to every node within half a second. */
export async function makeClick(url: string, body: { uid: string; offerId: string }): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${url}/api/platform/clicks`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PLATFORM_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    if (answer.ok) return ((await answer.json()) as { clickId: string }).clickId;
    if (tries === 20) throw new Error(`the click was answered ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
