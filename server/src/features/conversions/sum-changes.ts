import { add, coins, negate, paise, type Coins, type Paise } from '@muneem/contract/money';
import { cityKey } from '@muneem/contract/conversion-reports';
import { kolkataDay } from '#platform/clock/index.ts';
import { rowColumns, type Row, type Tx } from '#platform/database/index.ts';
import type { Place } from '#platform/geo/index.ts';
import { reportedEvent, statusOf, type Draft } from './draft.ts';

/** The differences that conversions of one day, offer, event, source, status and city make in the sums of the reports. */
export type SumChange = Row<'conversion_changes'>;

const CHANGE = rowColumns('conversion_changes');

export function addSumChanges(tx: Tx, changes: readonly SumChange[]): void {
  if (changes.length > 0) tx.copyLater(CHANGE, changes);
}

/** Returns the instant's day in Asia/Kolkata, like 20261121. */
export const dayNumber = (at: Date): number => Number(kolkataDay(at).replaceAll('-', ''));

const cityOf = ({ city, state, country }: Place): string | null =>
  city === null ? null : cityKey({ city, state: state ?? '', country: country ?? '' });

export function sumChangesOf(drafts: readonly Draft[]): SumChange[] {
  const changes = new Map<string, SumChange>();
  const changeOf = (draft: Draft, status: string): SumChange => {
    const { createdAt, offer, input, place } = draft;
    const key = {
      offerId: offer.id,
      eventKey: reportedEvent(draft),
      source: input.source,
      status,
      city: cityOf(place),
    };
    const day = dayNumber(createdAt);
    const name = `${day}\n${Object.values(key).join('\n')}`;
    let change = changes.get(name);
    if (!change) {
      change = { day, ...key, conversions: 0, totalPayoutPaise: paise(0), coins: coins(0) };
      changes.set(name, change);
    }
    return change;
  };
  for (const draft of drafts) {
    const { code, reward, wasPending } = draft;
    if (wasPending) changeOf(draft, 'pending').conversions -= 1;
    const change = changeOf(draft, statusOf(code));
    change.conversions += 1;
    change.totalPayoutPaise = add(change.totalPayoutPaise, reward.userPayout, reward.referralPayout);
    change.coins = add(change.coins, reward.userCoins, reward.referralCoins);
  }
  return [...changes.values()];
}

interface Counted extends Place {
  readonly createdAt: Date;
  readonly offerId: string;
  readonly eventKey: string;
  readonly source: string;
  readonly status: string;
  readonly userPayoutPaise: Paise;
  readonly referralPayoutPaise: Paise;
  readonly rewardCoins: Coins;
  readonly referralCoins: Coins;
}

/** Returns the changes of a reversal: its amounts leave the sums, and it counts as rejected on the same day. */
export function reversalChanges(conversion: Counted): SumChange[] {
  const { createdAt, offerId, eventKey, source, status } = conversion;
  if (status === 'rejected') return [];
  const key = { day: dayNumber(createdAt), offerId, eventKey, source, city: cityOf(conversion) };
  return [
    {
      ...key,
      status,
      conversions: -1,
      totalPayoutPaise: negate(add(conversion.userPayoutPaise, conversion.referralPayoutPaise)),
      coins: negate(add(conversion.rewardCoins, conversion.referralCoins)),
    },
    { ...key, status: 'rejected', conversions: 1, totalPayoutPaise: paise(0), coins: coins(0) },
  ];
}
