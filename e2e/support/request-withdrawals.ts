import { listWithdrawals, rejectAllWithdrawals, verifyWithdrawal } from '@muneem/contract/withdrawals';
import { setPayoutKey } from '@muneem/sandbox/product';
import { giveCoins, type Person } from './give-coins.ts';
import { expect } from './test.ts';
import { ADMIN, PAYOUT_KEY, type TestWorld } from './world.ts';

/**
 * Each user gets 100 coins and requests them. Leftover withdrawals of other journeys are rejected first. @param others
 * get 100 coins and do not request them yet
 */
export async function requestWithdrawals(
  world: TestWorld,
  people: readonly Person[],
  others: readonly Person[] = [],
): Promise<void> {
  const { platform, mailbox } = world;
  await world.call(rejectAllWithdrawals, { body: {} });
  await setPayoutKey(world, mailbox, ADMIN.email, PAYOUT_KEY);
  await giveCoins(world, [...people, ...others], 100);
  for (const { uid } of people) {
    const { status } = await platform.requestWithdrawal({
      uid,
      coins: 100,
      paymentMethod: { type: 'upi', upiId: `${uid}@okbank` },
    });
    expect(status).toBe(200);
  }
}

/** Rejects the user's withdrawals as another administrator. */
export async function rejectFrom(world: TestWorld, uid: string): Promise<void> {
  const { withdrawals } = await world.call(listWithdrawals, { query: { status: 'pending' } });
  for (const { id, userId } of withdrawals.filter((row) => row.userId === uid)) {
    const body = { userId, approved: false, verifiedBy: 'Admin', adminReason: '' };
    await world.call(verifyWithdrawal, { params: { id }, body });
  }
}
