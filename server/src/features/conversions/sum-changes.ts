import { STEPS, stepOf } from '@muneem/contract/conversion-reports';
import { add, coins, negate, paise, type Coins, type Paise } from '@muneem/contract/money';
import { dayNumber } from '#platform/clock/index.ts';
import { rowColumns, type Row, type Tx } from '#platform/database/index.ts';
import { cityOf, type Location } from '#platform/geo/index.ts';
import { reportedEvent, statusOf, type Draft } from './conversion.ts';

/** The differences that conversions of one day, offer, event, source, status and city make in the sums of the reports. */
export type SumChange = Row<'conversion_changes'>;
type Key = Pick<SumChange, 'day' | 'offerId' | 'eventKey' | 'source' | 'status' | 'city'>;

const CHANGE = rowColumns('conversion_changes');

export const addSumChanges = (tx: Tx, changes: readonly SumChange[]): void => tx.insertLater(CHANGE, changes);

const NOTHING = {
  conversions: 0,
  totalPayoutPaise: paise(0),
  coins: coins(0),
  revenuePaise: paise(0),
  unpriced: 0,
  clicks: 0,
  unknownUsers: 0,
  ...(Object.fromEntries(STEPS.map((step) => [step, 0])) as Record<(typeof STEPS)[number], number>),
};

/** Returns a change of nothing but these measures. */
export const changeOf = (key: Key, measures: Partial<typeof NOTHING>): SumChange => ({
  ...NOTHING,
  ...key,
  ...measures,
});

export function sumChangesOf(drafts: readonly Draft[]): SumChange[] {
  const changes = new Map<string, SumChange>();
  const find = (draft: Draft, status: string): SumChange => {
    const { day, offer, location, input } = draft;
    const [offerId, eventKey, source, city] = [offer.id, reportedEvent(draft), input.source, cityOf(location)];
    const name = `${day}\n${offerId}\n${eventKey}\n${source}\n${status}\n${city}`;
    let change = changes.get(name);
    if (!change) {
      change = changeOf({ day: dayNumber(draft.createdAt), offerId, eventKey, source, status, city }, {});
      changes.set(name, change);
    }
    return change;
  };
  for (const draft of drafts) {
    const { code, reward, revenue, updates, createdAt, click, input } = draft;
    const status = statusOf(code);
    if (updates !== null) count(find(draft, 'pending'), { status: 'pending', revenuePaise: updates.revenuePaise }, -1);
    const change = find(draft, status);
    const { revenuePaise } = revenue;
    count(change, { status, source: input.source, createdAt, clickCreatedAt: click.createdAt, revenuePaise }, 1);
    change.totalPayoutPaise = add(change.totalPayoutPaise, reward.userPayout, reward.referralPayout);
    change.coins = add(change.coins, reward.userCoins, reward.referralCoins);
  }
  return [...changes.values()];
}

interface Counted {
  readonly status: string;
  readonly revenuePaise: Paise | null;
}
/** An approved conversion. A manual payment says nothing about the time since the click. */
interface Timed extends Counted {
  readonly source: string;
  readonly createdAt: Date;
  readonly clickCreatedAt: Date;
}

/** Adds or removes a conversion, with its revenue and its time since the click. */
function count(change: SumChange, conversion: Counted | Timed, times: 1 | -1): void {
  const { status, revenuePaise } = conversion;
  change.conversions += times;
  if (status !== 'approved' && status !== 'pending') return;
  if (revenuePaise === null) change.unpriced += times;
  else change.revenuePaise = paise(change.revenuePaise + times * revenuePaise);
  if (status === 'approved' && 'createdAt' in conversion && conversion.source !== 'manual')
    change[stepOf(conversion.createdAt.getTime() - conversion.clickCreatedAt.getTime())] += times;
}

interface Reversed extends Timed, Location {
  readonly offerId: string;
  readonly eventKey: string;
  readonly userPayoutPaise: Paise;
  readonly referralPayoutPaise: Paise;
  readonly rewardCoins: Coins;
  readonly referralCoins: Coins;
}

/**
 * Returns the changes of a reversal: it counts as rejected on its own day. The revenue of an approved conversion leaves
 * the sums on the day of the reversal.
 */
export function reversalChanges(conversion: Reversed, at: Date): SumChange[] {
  const { createdAt, offerId, eventKey, source, status, revenuePaise } = conversion;
  if (status === 'rejected') return [];
  const key = { day: dayNumber(createdAt), offerId, eventKey, source, city: cityOf(conversion) };
  const left = changeOf(
    { ...key, status },
    {
      totalPayoutPaise: negate(add(conversion.userPayoutPaise, conversion.referralPayoutPaise)),
      coins: negate(add(conversion.rewardCoins, conversion.referralCoins)),
    },
  );
  count(left, conversion, -1);
  const rejected = changeOf({ ...key, status: 'rejected' }, { conversions: 1 });
  if (status !== 'approved' || revenuePaise === null) return [left, rejected];
  const taken = changeOf({ ...key, status, day: dayNumber(at) }, { revenuePaise: negate(revenuePaise) });
  return [{ ...left, revenuePaise: paise(0) }, rejected, taken];
}
