import { createSampleOffer } from './create-sample-offer.ts';
import type { NewUser, PlatformClient } from './platform-client.ts';
import type { AdminCalls } from './sign-in-admin.ts';

interface Earning {
  readonly platform: PlatformClient;
  readonly admin: AdminCalls;
  readonly people: readonly Pick<NewUser, 'uid' | 'name'>[];
  readonly coins: number;
  /** The tracking URL of the new offer. */
  readonly trackingUrl: string;
}

export const createSampleUser = (platform: PlatformClient, uid: string, name = uid) =>
  platform.createUser({ uid, name, email: `${uid}@mail.example`, phone: '+919000012345', gender: 'Female' });

/** Creates users who earn `coins` each by a click on a new offer and the ad network's postback. */
export async function giveCoins({ platform, admin, people, coins, trackingUrl }: Earning): Promise<void> {
  const { offerId, urls } = await createSampleOffer(admin, { coins, trackingUrl });
  for (const { uid, name } of people) {
    await createSampleUser(platform, uid, name);
    const clickId = await platform.createClick({ uid, offerId });
    const answer = await fetch(urls['install']!.replace('{click_id}', clickId));
    if (!answer.ok) throw new Error(`the postback was answered ${answer.status}`);
  }
}
