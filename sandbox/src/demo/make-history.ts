import { verifySession } from '@muneem/contract/auth';
import { createHistoryActor, type HistoryWorld } from './carry-out-act.ts';
import { planHistory, type HistoryAct } from './plan-history.ts';
import type { WorldClock } from './world-clock.ts';

const AT_ONCE = 20;
/** Actions within this time run in parallel. */
const MOMENT_MS = 10 * 60_000;
/** An unused session expires, and the admin may decide nothing for days. */
const SESSION_USED_EVERY_MS = 86_400_000;

export interface HistoryOptions extends HistoryWorld {
  readonly clock: WorldClock;
  /** The number of the first user. The last one is `to`. */
  readonly from: number;
  readonly to: number;
  /** Receives the number of users that have joined, each time it rises. */
  readonly progress: (done: number) => void;
}

/**
 * Creates the month before the demo was opened. Users, network and admin call the product's own routes at past times.
 */
export async function makeHistory({ clock, from, to, progress, ...world }: HistoryOptions): Promise<void> {
  const carryOut = createHistoryActor(world);
  let joined = 0;
  let sessionUsedAt = 0;

  const since = clock.now();
  const acts = planHistory({ from, to, since, until: new Date() });
  for (const moment of momentsOf(acts)) {
    const { at } = moment[0]!;
    await clock.moveTo(new Date(at));
    if (at - sessionUsedAt >= SESSION_USED_EVERY_MS) {
      await world.admin.call(verifySession, {});
      sessionUsedAt = at;
    }
    await Promise.all(moment.map(carryOut));
    const joins = moment.filter(({ kind }) => kind === 'join').length;
    joined += joins;
    if (joins > 0) progress(joined);
  }
}

/** Groups actions that are close in time. A group has at most one action of a user. */
function* momentsOf(acts: readonly HistoryAct[]): Generator<HistoryAct[]> {
  let moment: HistoryAct[] = [];
  for (const act of acts) {
    const isLater = act.at - (moment[0]?.at ?? act.at) >= MOMENT_MS;
    if (isLater || moment.length === AT_ONCE || moment.some(({ person }) => person === act.person)) {
      yield moment;
      moment = [];
    }
    moment.push(act);
  }
  if (moment.length > 0) yield moment;
}
