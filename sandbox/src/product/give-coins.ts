import { createOffer } from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import type { NewUser, PlatformClient } from './platform-client.ts';
import type { AdminSession } from './sign-in-admin.ts';

interface Earning {
  readonly platform: PlatformClient;
  readonly admin: AdminSession;
  readonly people: readonly Pick<NewUser, 'uid' | 'name'>[];
  readonly coins: number;
  /** The tracking URL of the new offer. */
  readonly trackingUrl: string;
}

/** Creates users who earn `coins` each by a click on a new offer and the ad network's postback. */
export async function giveCoins({ platform, admin, people, coins, trackingUrl }: Earning): Promise<void> {
  const { offer } = await admin.call(createOffer, {
    body: {
      title: 'Install the game',
      description: 'Gives coins.',
      coins,
      type: 'install',
      requirements: 'None.',
      trackingUrl,
      steps: [{ title: 'Install', description: 'Install it.', isCompleted: false }],
      events: [{ eventName: 'install', eventPayout: coins, eventCap: 1000, isRequired: true, description: '' }],
    } as never,
  });
  const { _id: offerId } = offer as { _id: string };
  const { postbackUrls } = await admin.call(getPostbackUrls, { params: { id: offerId } });
  for (const { uid, name } of people) {
    await platform.createUser({ uid, name, email: `${uid}@mail.example`, phone: '+919000012345', gender: 'Female' });
    const clickId = await platform.createClick({ uid, offerId });
    const answer = await fetch(postbackUrls['install']!.url.replace('{click_id}', clickId));
    if (!answer.ok) throw new Error(`the postback was answered ${answer.status}`);
  }
}
