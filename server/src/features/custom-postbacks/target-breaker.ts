const WINDOW_MS = 5 * 60_000;
const SLICE_MS = 10_000;
const FEWEST_CALLS = 10;
const FAILING_SHARE = 0.7;

/** Duration of a pause. */
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
