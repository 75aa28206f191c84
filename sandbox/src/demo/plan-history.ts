import { DEFAULT_BEHAVIOUR, type Campaign } from '../ad-network/index.ts';
import { pickMoment } from './day-shape.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The history ends this long before now. The crowd creates everything after that. */
const UNTIL_MS = 3 * MINUTE_MS;
const POLL_EVERY_MS = 4 * DAY_MS;
/** Contradictions that wait in the demo. */
const CONTRADICTIONS = 2;

type Deed =
  | { readonly kind: 'join' }
  | { readonly kind: 'click'; readonly visit: number; readonly offer: number }
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
  | { readonly kind: 'withdraw'; readonly share: number }
  | { readonly kind: 'decide_withdrawal'; readonly approved: boolean }
  | { readonly kind: 'claim'; readonly offer: number }
  | { readonly kind: 'decide_claim'; readonly approved: boolean }
  | { readonly kind: 'complain' }
  | { readonly kind: 'answer'; readonly status: 'in_progress' | 'resolved' | 'closed' }
  | { readonly kind: 'smart_poll' };

/** An action at its time. `person` is 0 for actions without a user. */
export type HistoryAct = Deed & { readonly at: number; readonly person: number };

interface Earned {
  readonly visit: number;
  readonly offer: number;
  readonly at: number;
}

export interface HistoryPlan {
  readonly offers: readonly Pick<Campaign, 'events'>[];
  /** The number of the first user. The last one is `to`. */
  readonly from: number;
  readonly to: number;
  readonly since: Date;
  readonly until: Date;
  readonly random: () => number;
}

/** Plans the actions of users, network and admin in order of time. */
export function planHistory({ offers, from, to, since, until, random }: HistoryPlan): HistoryAct[] {
  const begin = since.getTime();
  const end = Math.max(begin, until.getTime() - UNTIL_MS);
  const acts: HistoryAct[] = [];
  const add = (person: number, at: number, deed: Deed): boolean => at <= end && acts.push({ ...deed, person, at }) > 0;
  const moment = (after: number): number => pickMoment(after, end, { since: begin, random });
  const between = (least: number, most: number): number => least + random() * (most - least);
  const chance = (share: number): boolean => random() < share;

  const joined = Array.from({ length: to - from + 1 }, () => moment(begin)).sort((a, b) => a - b);
  for (const [index, at] of joined.entries()) live(from + index, at);
  for (let at = begin + POLL_EVERY_MS; at < end; at += POLL_EVERY_MS) add(0, at, { kind: 'smart_poll' });
  for (const { person, at, visit, event } of reportedBefore(end - HOUR_MS, acts).slice(-CONTRADICTIONS))
    add(person, between(at, end), { kind: 'contradict', visit, event });
  return acts.sort((a, b) => a.at - b.at);

  function live(person: number, joinedAt: number): void {
    add(person, joinedAt, { kind: 'join' });
    const visits = 1 + Math.floor(random() * random() * 5);
    let earned: Earned | undefined;
    for (let visit = 0; visit < visits; visit += 1) {
      const at = visit === 0 ? joinedAt + between(1, 20) * MINUTE_MS : moment(joinedAt + HOUR_MS);
      earned = followOffer(person, visit, at) ?? earned;
    }
    if (earned !== undefined && chance(0.6)) askForMoney(person, earned.at);
    if (chance(0.08)) claimOffer(person, moment(joinedAt + HOUR_MS));
    else if (earned !== undefined && chance(0.06)) claimTheRest(person, earned);
    if (chance(0.07)) complain(person, moment(joinedAt + HOUR_MS));
  }

  /** @returns the first event that earned coins */
  function followOffer(person: number, visit: number, clickedAt: number): Earned | undefined {
    const offer = Math.floor(random() * offers.length);
    if (!add(person, clickedAt, { kind: 'click', visit, offer })) return undefined;
    let at = clickedAt;
    let earned: Earned | undefined;
    for (const [event, { share }] of (offers[offer]?.events ?? []).entries()) {
      if (!chance(share)) break;
      at += event === 0 ? between(2, 25) * MINUTE_MS : between(0.3, 1) ** 3 * 2 * DAY_MS;
      if (!add(person, at, { kind: 'event', visit, event, report: reportOf(random()) })) break;
      earned ??= { visit, offer, at };
      if (chance(0.015)) add(person, at + between(5, 60) * HOUR_MS, { kind: 'take_back', visit, event });
    }
    if (earned === undefined && chance(0.06))
      add(person, clickedAt + between(10, 70) * HOUR_MS, { kind: 'pay_by_hand', visit });
    return earned;
  }

  /**
   * Most users withdraw days after they joined, some on the first evening. Today's withdrawals stay pending for the
   * person who uses the demo.
   */
  function askForMoney(person: number, earnedAt: number): void {
    const at = chance(0.15) ? earnedAt + between(1, 6) * HOUR_MS : moment(earnedAt + DAY_MS);
    if (!add(person, at, { kind: 'withdraw', share: between(0.6, 1) })) return;
    if (chance(0.9)) add(person, at + between(2, 30) * HOUR_MS, { kind: 'decide_withdrawal', approved: chance(0.88) });
  }

  function claimOffer(person: number, at: number): void {
    if (!add(person, at, { kind: 'claim', offer: Math.floor(random() * offers.length) })) return;
    if (chance(0.6)) add(person, at + between(3, 40) * HOUR_MS, { kind: 'decide_claim', approved: chance(0.7) });
  }

  /** Claims an offer whose first event is paid. Some of these events are reversed after the approval. */
  function claimTheRest(person: number, { visit, offer, at: earnedAt }: Earned): void {
    const at = earnedAt + between(1, 8) * HOUR_MS;
    const decidedAt = at + between(2, 20) * HOUR_MS;
    if (!add(person, at, { kind: 'claim', offer })) return;
    if (!add(person, decidedAt, { kind: 'decide_claim', approved: true }) || !chance(0.6)) return;
    add(person, decidedAt + between(5, 40) * HOUR_MS, { kind: 'take_back', visit, event: 0 });
  }

  function complain(person: number, at: number): void {
    if (!add(person, at, { kind: 'complain' })) return;
    const status = chance(0.7) ? 'resolved' : chance(0.5) ? 'in_progress' : 'closed';
    if (chance(0.65)) add(person, at + between(1, 48) * HOUR_MS, { kind: 'answer', status });
  }
}

function reportOf(chance: number): (HistoryAct & { kind: 'event' })['report'] {
  const { dropped, duplicates, wrongTokens } = DEFAULT_BEHAVIOUR;
  if (chance < dropped) return 'lost';
  if (chance < dropped + duplicates) return 'twice';
  if (chance < dropped + duplicates + wrongTokens) return 'wrong_token';
  return chance < dropped + duplicates + 2 * wrongTokens ? 'unknown_event' : 'once';
}

/** First events before a time that the network reported once and does not reverse, oldest first. */
function reportedBefore(time: number, acts: readonly HistoryAct[]): (HistoryAct & { kind: 'event' })[] {
  const reversed = new Set(acts.filter(({ kind }) => kind === 'take_back').map(({ person }) => person));
  return acts
    .filter((act) => act.kind === 'event' && act.event === 0 && act.report === 'once')
    .filter((act): act is HistoryAct & { kind: 'event' } => act.at < time && !reversed.has(act.person))
    .toSorted((one, other) => one.at - other.at);
}
