import { DEFAULT_BEHAVIOUR, type AdNetwork } from '../ad-network/index.ts';
import type { PreparedOffer } from './prepare-offers.ts';
import { COMPLAINTS, followTrackingLink, makePerson } from '../crowd/index.ts';
import type { PlatformClient } from '../product/index.ts';

const AT_ONCE = 6;
const CLICKS_EACH = 2;

/** People who joined before the demo was opened, and what they have done: each clicked, many earned, some want their money. */
export async function makeHistory({
  productUrl,
  platform,
  network,
  offers,
  from,
  to,
  progress,
  random = Math.random,
}: {
  productUrl: string;
  platform: PlatformClient;
  network: Pick<AdNetwork, 'remember'>;
  offers: readonly PreparedOffer[];
  /** Numbers of the first and the last person. */
  from: number;
  to: number;
  progress: (done: number) => void;
  random?: () => number;
}): Promise<void> {
  let next = from - 1;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < to) {
      next += 1;
      await live(next);
      done += 1;
      progress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  async function live(number: number): Promise<void> {
    const person = makePerson(number);
    const { paymentMethod, ...user } = person;
    await platform.createUser(user);
    for (let click = 0; click < CLICKS_EACH; click += 1) {
      const offer = offers[Math.floor(random() * offers.length)]!;
      const clickId = await followTrackingLink(productUrl, offer.offerId, person, { land: false });
      if (clickId === undefined) continue;
      for (const event of offer.campaign.events) {
        if (random() >= event.share) break;
        network.remember(clickId, event.name);
        // A postback that got lost then too: the smart poll finds the event.
        if (random() < DEFAULT_BEHAVIOUR.dropped) continue;
        const response = await fetch(event.postbackUrl.replaceAll(/\{click_id\}|%7Bclick_id%7D/gi, clickId));
        await response.body?.cancel();
      }
    }
    if (number % 30 === 0) await platform.reportProblem(user.uid, COMPLAINTS[(number / 30) % COMPLAINTS.length]!);
    if (number % 25 === 0) {
      await platform.claimOffer({ uid: user.uid, offerId: offers[number % offers.length]!.offerId });
    }
    const coins = (await platform.balance(user.uid)) ?? 0;
    if (number % 8 === 0 && coins >= 50) {
      await platform.requestWithdrawal({ uid: user.uid, coins: Math.min(coins, 300), paymentMethod });
    }
  }
}
