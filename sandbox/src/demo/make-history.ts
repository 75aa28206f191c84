import { verifySession } from '@muneem/contract/auth';
import { createHistoryActor, type HistoryWorld } from './carry-out-act.ts';
import { planHistory, type HistoryAct } from './plan-history.ts';
import type { WorldClock } from './world-clock.ts';

const AT_ONCE = 20;
/** Acts within this time are carried out side by side. */
const MOMENT_MS = 10 * 60_000;
/** Days may pass without a decision of the administrator, and an unused session expires. */
const SESSION_USED_EVERY_MS = 86_400_000;

export interface HistoryOptions extends Omit<HistoryWorld, 'random'> {
  readonly clock: WorldClock;
  /** Numbers of the first and the last person. */
  readonly from: number;
  readonly to: number;
  /** Gets the number of people who have joined. */
  readonly progress: (done: number) => void;
  readonly random?: () => number;
}

/** Creates the month before the demo was opened. People, network and administrator use the product's own routes, at past times. */
export async function makeHistory({ clock, from, to, progress, ...options }: HistoryOptions): Promise<void> {
  const world: HistoryWorld = { ...options, random: options.random ?? Math.random };
  const carryOut = createHistoryActor(world);
  let joined = 0;
  let sessionUsedAt = 0;

  const since = clock.now();
  const campaigns = world.offers.map(({ campaign }) => campaign);
  const acts = planHistory({ offers: campaigns, from, to, since, until: new Date(), random: world.random });
  for (const moment of momentsOf(acts)) {
    const { at } = moment[0]!;
    await clock.moveTo(new Date(at));
    if (at - sessionUsedAt >= SESSION_USED_EVERY_MS) {
      await world.admin.call(verifySession, {});
      sessionUsedAt = at;
    }
    await Promise.all(moment.map(carryOut));
    joined += moment.filter(({ kind }) => kind === 'join').length;
    progress(joined);
  }
}

/** Groups acts that are close in time. One person has at most one act in a group. */
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
