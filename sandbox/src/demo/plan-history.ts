import { LOSING_OFFER } from './sample-offers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The history ends this long before now. The crowd creates everything after that. */
const UNTIL_MS = 3 * MINUTE_MS;
const POLL_EVERY_MS = 4 * DAY_MS;

type Deed =
  | { readonly kind: 'join' }
  | {
      readonly kind: 'click';
      readonly visit: number;
      /** The key of the offer. Undefined: each visit of a person is for another one. */
      readonly offer?: string;
    }
  | {
      readonly kind: 'event';
      readonly visit: number;
      readonly event: number;
      /** The network's report. */
      readonly report: 'once' | 'twice' | 'lost' | 'wrong_token' | 'unknown_event';
    }
  | { readonly kind: 'take_back'; readonly visit: number; readonly event: number }
  /** The network approved the event and now says that it is on hold. */
  | { readonly kind: 'contradict'; readonly visit: number; readonly event: number }
  | { readonly kind: 'pay_by_hand'; readonly visit: number }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'decide_withdrawal'; readonly approved: boolean }
  /** A claim for the offer of a visit. */
  | { readonly kind: 'claim'; readonly visit: number }
  | { readonly kind: 'decide_claim'; readonly approved: boolean }
  | { readonly kind: 'complain' }
  | { readonly kind: 'answer'; readonly status: 'in_progress' | 'resolved' | 'closed' }
  | { readonly kind: 'smart_poll' };

/** An action at its time. `person` is 0 for actions without a user. */
export type HistoryAct = Deed & { readonly at: number; readonly person: number };

/** An action this many hours after the previous one. */
type Step = readonly [hours: number, deed: Deed];

const click = (visit: number): Deed => ({ kind: 'click', visit });
const event = (visit: number, step: number, report: (Deed & { kind: 'event' })['report'] = 'once'): Deed => ({
  kind: 'event',
  visit,
  event: step,
  report,
});
const claim: Deed = { kind: 'claim', visit: 0 };
const complain: Deed = { kind: 'complain' };
const withdraw: Deed = { kind: 'withdraw' };
const takeBack: Deed = { kind: 'take_back', visit: 0, event: 0 };
const decideClaim = (approved: boolean): Deed => ({ kind: 'decide_claim', approved });
const decideWithdrawal = (approved: boolean): Deed => ({ kind: 'decide_withdrawal', approved });
const BEGIN: readonly Step[] = [
  [0, { kind: 'join' }],
  [0.2, click(0)],
];

const story = (every: number, first: number, ...steps: readonly Step[]) => ({ every, first, steps });

/** The users' stories. Every `every`-th user from `first` on has the first story that fits. */
const STORIES = [
  story(150, 22, [0.3, event(0, 0)], [30, { kind: 'contradict', visit: 0, event: 0 }]),
  story(40, 9, [0.3, event(0, 0)], [50, takeBack]),
  story(40, 19, [0.2, event(0, 0)], [4, claim], [9, decideClaim(true)], [20, takeBack]),
  story(25, 3, [0.4, event(0, 0, 'wrong_token')], [2, event(0, 1, 'unknown_event')]),
  story(25, 14, [40, { kind: 'pay_by_hand', visit: 0 }]),
  story(15, 5, [0.5, event(0, 0)], [30, complain], [20, { kind: 'answer', status: 'resolved' }]),
  story(30, 11, [9, complain], [40, { kind: 'answer', status: 'in_progress' }]),
  story(20, 8, [18, claim], [30, decideClaim(false)]),
  story(6, 0, [0.3, event(0, 0, 'lost')], [60, click(1)], [0.3, event(1, 0, 'twice')]),
  story(6, 1, [0.2, event(0, 0)], [7, event(0, 1)], [3, withdraw], [26, decideWithdrawal(true)]),
  story(
    6,
    2,
    [0.3, event(0, 0)],
    [20, event(0, 1)],
    [40, click(1)],
    [0.2, event(1, 0)],
    [2, withdraw],
    [20, decideWithdrawal(true)],
    [90, click(2)],
  ),
  story(12, 4, [0.3, event(0, 0)], [11, withdraw], [15, decideWithdrawal(false)]),
  story(1, 0, [70, click(1)], [0.4, event(1, 0)], [45, event(1, 1)]),
];

/** The first users come back for the offer that loses money: the dashboard names it from 20 conversions in 7 days on. */
const SHOPPERS = 24;
const SHOPPING: readonly Step[] = [
  [0, { kind: 'click', visit: 9, offer: LOSING_OFFER }],
  [0.3, event(9, 0)],
  [5, event(9, 1)],
];

interface HistoryPlan {
  /** The number of the first user. The last one is `to`. */
  readonly from: number;
  readonly to: number;
  readonly since: Date;
  readonly until: Date;
}

/** Lists the actions of users, network and admin in order of time. The business grows, and most users join by day. */
export function planHistory({ from, to, since, until }: HistoryPlan): HistoryAct[] {
  const begin = since.getTime();
  const end = Math.max(begin, until.getTime() - UNTIL_MS);
  const acts: HistoryAct[] = [];
  for (let person = from; person <= to; person += 1) {
    const grown = ((person - from) / (to - from + 1)) ** 0.8;
    const day = begin + Math.floor((grown * (end - begin)) / DAY_MS) * DAY_MS;
    let at = Math.min(end, day + ((person * 37) % 16) * HOUR_MS + ((person * 17) % 60) * MINUTE_MS);
    const take = (steps: readonly Step[]): void => {
      for (const [hours, deed] of steps) {
        at += hours * HOUR_MS;
        if (at <= end) acts.push({ ...deed, person, at });
      }
    };
    const story = STORIES.find(({ every, first }) => (person - first) % every === 0);
    take([...BEGIN, ...(story?.steps ?? [])]);
    if (person - from >= SHOPPERS) continue;
    at = Math.max(at, end - (6 - (person % 5)) * DAY_MS);
    take(SHOPPING);
  }
  for (let at = begin + POLL_EVERY_MS; at < end; at += POLL_EVERY_MS) acts.push({ kind: 'smart_poll', person: 0, at });
  return acts.sort((a, b) => a.at - b.at);
}
