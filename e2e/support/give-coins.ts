import { createPlatformClient, giveCoins as giveCoinsTo, type AdminSession } from '@muneem/sandbox/product';
import { PLATFORM_KEY, type TestWorld } from './world.ts';

export interface Person {
  readonly uid: string;
  readonly name: string;
}

/** Creates users who have earned `coins` each. */
export const giveCoins = (
  { product, network }: TestWorld,
  admin: AdminSession,
  people: readonly Person[],
  coins: number,
): Promise<void> =>
  giveCoinsTo({
    platform: createPlatformClient({ url: product.url, key: PLATFORM_KEY }),
    admin,
    people,
    coins,
    trackingUrl: network.trackingUrl('coins'),
  });
