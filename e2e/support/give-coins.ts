import { giveCoins as giveCoinsTo, type AdminSession } from '@muneem/sandbox/product';
import type { TestWorld } from './world.ts';

export interface Person {
  readonly uid: string;
  readonly name: string;
}

/** Creates users who have earned `coins` each. */
export const giveCoins = (
  { platform, network }: TestWorld,
  admin: AdminSession,
  people: readonly Person[],
  coins: number,
): Promise<void> =>
  giveCoinsTo({
    platform,
    admin,
    people,
    coins,
    trackingUrl: network.trackingUrl('coins'),
  });
