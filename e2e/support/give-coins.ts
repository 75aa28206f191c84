import { giveCoins as giveCoinsTo } from '@muneem/sandbox/product';
import type { TestWorld } from './world.ts';

export interface Person {
  readonly uid: string;
  readonly name: string;
}

/** Creates users who have earned `coins` each. */
export const giveCoins = (world: TestWorld, people: readonly Person[], coins: number): Promise<void> => {
  const { platform, network } = world;
  return giveCoinsTo({ platform, admin: world, people, coins, trackingUrl: network.trackingUrl('coins') });
};
