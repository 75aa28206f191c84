/** Remembers work until it has ended, so that a stop can wait for it. */
export interface WorkUnderWay {
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when everything that is under way now has ended, well or not. */
  settled(): Promise<void>;
}

export function createWorkUnderWay(): WorkUnderWay {
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
