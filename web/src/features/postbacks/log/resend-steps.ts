/** The result of one call. */
export interface ResendStep {
  readonly resent: number;
  readonly skipped: number;
  readonly remaining: number;
}

export interface ResendProgress extends ResendStep {
  readonly stopped: boolean;
}

interface Options {
  readonly isStopped: () => boolean;
  readonly onProgress: (progress: ResendProgress) => void;
  /** The confirmed number. Deliveries that fail again are not included, or the loop would never end. */
  readonly most: number;
}

/** Adds up the calls until none remain, nothing changes, `most` is reached or the user stops. */
export async function resendInSteps(
  steps: AsyncIterable<ResendStep>,
  { isStopped, onProgress, most }: Options,
): Promise<ResendProgress> {
  let progress: ResendProgress = { resent: 0, skipped: 0, remaining: 0, stopped: false };
  for await (const step of steps) {
    const resent = progress.resent + step.resent;
    const skipped = progress.skipped + step.skipped;
    const isOver = step.remaining === 0 || step.resent + step.skipped === 0 || resent + skipped >= most;
    progress = { resent, skipped, remaining: step.remaining, stopped: !isOver && isStopped() };
    onProgress(progress);
    if (isOver || progress.stopped) break;
  }
  return progress;
}
