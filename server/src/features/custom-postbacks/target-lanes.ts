import { PER_TARGET, type ClaimedDelivery } from './delivery-queue.repository.ts';

/** Maximum of claimed deliveries that wait for one target. */
const MOST_AHEAD = 200;

interface Lane {
  running: number;
  /** Calls that ended since the last claim: the target's speed. */
  ended: number;
  readonly waiting: ClaimedDelivery[];
}

/** Starts claimed deliveries, each target at its own pace: some are in flight, few wait. */
export function createTargetLanes(start: (delivery: ClaimedDelivery) => Promise<void>) {
  const lanes = new Map<string, Lane>();
  const fill = (lane: Lane): void => {
    for (const next of lane.waiting.splice(0, PER_TARGET - lane.running)) {
      lane.running += 1;
      void start(next);
    }
  };
  return {
    add(claimed: readonly ClaimedDelivery[]): void {
      for (const [target, deliveries] of Map.groupBy(claimed, (delivery) => delivery.target)) {
        const lane = lanes.get(target) ?? { running: 0, ended: 0, waiting: [] };
        lanes.set(target, lane);
        lane.waiting.push(...deliveries);
        fill(lane);
      }
    },
    end(target: string): void {
      const lane = lanes.get(target) as Lane;
      lane.running -= 1;
      lane.ended += 1;
      fill(lane);
    },
    /** Removes the deliveries that wait, for one target or all. */
    takeWaiting: (of?: string): ClaimedDelivery[] =>
      [...lanes].flatMap(([target, { waiting }]) => (of === undefined || of === target ? waiting.splice(0) : [])),
    /** Returns the places for a claim. A target that answers fast gets more in advance, because a claim takes time. */
    rooms(): Map<string, number> {
      const rooms = new Map<string, number>();
      for (const [target, lane] of lanes) {
        const { running, ended, waiting } = lane;
        lane.ended = 0;
        if (running + ended + waiting.length === 0) lanes.delete(target);
        else rooms.set(target, Math.max(0, PER_TARGET + Math.min(MOST_AHEAD, 2 * ended) - running - waiting.length));
      }
      return rooms;
    },
  };
}

const WINDOW_MS = 5 * 60_000;
const SLICE_MS = 10_000;
const FEWEST_CALLS = 10;
const FAILING_SHARE = 0.7;

export const PAUSE_MS = 30_000;

interface Slice {
  readonly startedAt: number;
  calls: number;
  failures: number;
}

/** Counts each target's results of the last five minutes, per process. The pause itself is stored in the database. */
export function createTargetBreaker() {
  const windows = new Map<string, Slice[]>();
  return {
    /** @returns true to pause the target: at least 10 calls, 70 % failed. Its count then restarts. */
    note(target: string, failed: boolean, at: number): boolean {
      const slices = (windows.get(target) ?? []).filter((slice) => slice.startedAt > at - WINDOW_MS);
      let last = slices.at(-1);
      if (last === undefined || last.startedAt <= at - SLICE_MS)
        slices.push((last = { startedAt: at, calls: 0, failures: 0 }));
      last.calls += 1;
      last.failures += failed ? 1 : 0;
      const calls = slices.reduce((sum, slice) => sum + slice.calls, 0);
      const failures = slices.reduce((sum, slice) => sum + slice.failures, 0);
      const trips = failed && calls >= FEWEST_CALLS && failures >= calls * FAILING_SHARE;
      if (trips) windows.delete(target);
      else windows.set(target, slices);
      return trips;
    },
  };
}
