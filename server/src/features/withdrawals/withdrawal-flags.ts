import { groupDigits } from '@muneem/contract/money';
import { FRESH_ACCOUNT_HOURS, MOST_PER_HOUR, type WithdrawalFlag } from '@muneem/contract/withdrawals';
import type { Queryable } from '#platform/database/index.ts';
import { findFlagFacts, type FlagFacts } from './withdrawal-flags.repository.ts';

/** Two accounts at one IP address may be a couple; three are suspicious. */
const MANY_ACCOUNTS = 3;

export async function findFlags(q: Queryable, ids: readonly string[]): Promise<Map<string, WithdrawalFlag[]>> {
  if (ids.length === 0) return new Map();
  return new Map((await findFlagFacts(q, ids)).map((facts) => [facts.id, flagsOf(facts)]));
}

function flagsOf({
  method,
  first,
  owedCoins,
  sharers,
  neighbours,
  mostPerHour: burst,
  ageHours: hours,
}: FlagFacts): WithdrawalFlag[] {
  const flags: WithdrawalFlag[] = [];
  if (owedCoins > 0) {
    const text = `Owes ${groupDigits(owedCoins)} reversed coins`;
    flags.push({ kind: 'owes_coins', count: owedCoins, text });
  }
  if (first) flags.push({ kind: 'first_withdrawal', count: null, text: 'First withdrawal' });
  if (sharers > 1) {
    flags.push(
      method === 'upi'
        ? { kind: 'shared_upi', count: sharers, text: `UPI shared by ${sharers} users` }
        : { kind: 'shared_account', count: sharers, text: `Bank account shared by ${sharers} users` },
    );
  }
  if (burst > MOST_PER_HOUR) flags.push({ kind: 'burst', count: burst, text: `${burst} withdrawals within an hour` });
  if (neighbours >= MANY_ACCOUNTS)
    flags.push({
      kind: 'many_accounts_from_address',
      count: neighbours,
      text: `${neighbours} users from one IP address`,
    });
  if (hours < FRESH_ACCOUNT_HOURS) {
    const text = hours < 1 ? 'Joined less than an hour before' : `Joined ${hours} h before`;
    flags.push({ kind: 'fresh_account', count: Math.max(0, hours), text });
  }
  return flags;
}
