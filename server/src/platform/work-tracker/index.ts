/** Tracks running work, so that a shutdown can wait for it. */
export function createWorkTracker() {
  const underWay = new Set<Promise<unknown>>();
  return {
    track<Result>(work: Promise<Result>): Promise<Result> {
      underWay.add(work);
      const done = (): void => void underWay.delete(work);
      work.then(done, done);
      return work;
    },
    /** Resolves when all current work has ended, also on errors. */
    settled: async (): Promise<void> => void (await Promise.allSettled(underWay)),
  };
}
