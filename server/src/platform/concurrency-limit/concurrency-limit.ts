import { AppError } from '#platform/app-error/index.ts';

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

/**
 * Runs at most `concurrency` at once and queues at most `maxWaiting`, in order. Refuses further calls with `busyText`.
 */
export function createConcurrencyLimit({
  concurrency,
  maxWaiting,
  busyText,
  retryAfterS,
}: {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly busyText: string;
  readonly retryAfterS: number;
}) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let peak = 0;
  return {
    /** Runs `work` when its turn comes. @throws AppError `unavailable` if the queue is full */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      if (running >= concurrency) {
        if (waiting.length >= maxWaiting) {
          throw new AppError('unavailable', busyText, { retryAfterS });
        }
        // The work that just ended passes its slot on, so `running` stays the same.
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
    /** Highest concurrency so far. */
    peak: (): number => peak,
  };
}
