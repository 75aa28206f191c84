/** Tracks running work, so that a shutdown can wait for it. */
interface WorkTracker {
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when all current work has ended, also on errors. */
  settled(): Promise<void>;
}

export function createWorkTracker(): WorkTracker {
  const underWay = new Set<Promise<unknown>>();
  return {
    track(work) {
      underWay.add(work);
      const done = (): void => void underWay.delete(work);
      work.then(done, done);
      return work;
    },
    settled: async () => void (await Promise.allSettled(underWay)),
  };
}
