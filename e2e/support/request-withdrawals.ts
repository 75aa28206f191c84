import { rejectAllWithdrawals } from '@muneem/contract/withdrawals';
import { createPlatformClient, setPayoutKey, signInAdmin } from '@muneem/sandbox/product';
import { giveCoins } from './give-coins.ts';
import { expect } from './test.ts';
import { ADMIN, PAYOUT_KEY, PLATFORM_KEY, type TestWorld } from './world.ts';

/** Everybody has 100 coins and asks for them; what other journeys have left waiting is rejected first. */
export async function requestWithdrawals(
  world: TestWorld,
  people: readonly { readonly uid: string; readonly name: string }[],
): Promise<void> {
  const { product, mailbox } = world;
  const admin = await signInAdmin({ url: product.url, mailbox, ...ADMIN });
  await admin.call(rejectAllWithdrawals, { body: {} });
  await setPayoutKey(admin, mailbox, ADMIN.email, PAYOUT_KEY);
  await giveCoins(world, admin, people, 100);
  const platform = createPlatformClient({ url: product.url, key: PLATFORM_KEY });
  for (const { uid } of people) {
    const { status } = await platform.requestWithdrawal({
      uid,
      coins: 100,
      paymentMethod: { type: 'upi', upiId: `${uid}@okbank` },
    });
    expect(status).toBe(200);
  }
}
