import { startPayoutProvider } from '@muneem/sandbox/payout-provider';
import { afterEach } from 'vitest';
import { setPayoutKey, startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { startAccountSwitch } from './account-switch.ts';
import { atTheEnd } from '#test/at-the-end.ts';

export const KEY = 'bulkpe-key-1234';
/** A new key of the same account, and the key of another account. */
export const ROTATED = 'bulkpe-key-rotated-5678';
export const OTHER = 'bulkpe-key-other-9999';

/** Starts the app with two accounts at the provider. Each test begins with KEY. */
export async function startTwoAccounts() {
  const accounts = await startAccountSwitch();
  const world = await startWithdrawalApp({ BULKPE_BASE_URL: accounts.url, PAYOUT_LOOKUP_DELAYS_S: '90,300' });
  const other = await startPayoutProvider({ apiKey: OTHER });
  accounts.open(KEY, world.provider.url, KEY);
  accounts.open(ROTATED, world.provider.url, KEY);
  accounts.open(OTHER, other.url, OTHER);
  afterEach(async () => {
    world.provider.faults.set([]);
    await setPayoutKey(world.app, KEY);
  });
  atTheEnd(() => Promise.all([other.close(), accounts.close()]));
  return { world, other };
}
