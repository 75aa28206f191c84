import { AppError } from '#platform/app-error/index.ts';

export interface WaitingLine {
  /** Runs `work` when its turn comes. @throws AppError `unavailable` when too many wait already */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The most that ever ran at the same time. */
  peak(): number;
}

/** At most `concurrency` at the same time and `maxWaiting` in line, first come first served. */
export function createWaitingLine({
  concurrency,
  maxWaiting,
}: {
  readonly concurrency: number;
  readonly maxWaiting: number;
}): WaitingLine {
  const waiting: (() => void)[] = [];
  let running = 0;
  let peak = 0;
  return {
    async run(work) {
      if (running >= concurrency) {
        if (waiting.length >= maxWaiting) {
          throw new AppError('unavailable', {
            userMessage: 'Too many people are signing in right now. Please try again in a few seconds.',
            retryAfterS: 10,
          });
        }
        // Whoever finishes hands its place on, so `running` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
        peak = Math.max(peak, running);
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    peak: () => peak,
  };
}
