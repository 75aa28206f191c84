import { AppError } from '#platform/app-error/index.ts';

export interface WaitingLine {
  /** Runs `work` when its turn comes. @throws AppError `unavailable` when too many wait already */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The most that ever ran at the same time. */
  peak(): number;
}

/** At most `concurrency` at the same time and `maxWaiting` in line, first come first served; the next is told `busyText`. */
export function createWaitingLine({
  concurrency,
  maxWaiting,
  busyText,
  retryAfterS,
}: {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly busyText: string;
  readonly retryAfterS: number;
}): WaitingLine {
  const waiting: (() => void)[] = [];
  let running = 0;
  let peak = 0;
  return {
    async run(work) {
      if (running >= concurrency) {
        if (waiting.length >= maxWaiting) {
          throw new AppError('unavailable', { userMessage: busyText, retryAfterS });
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
