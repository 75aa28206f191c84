import { setTimeout as wait } from 'node:timers/promises';

/** More than the slowest way through, so that the time of an answer does not tell which way was taken. */
export const STEADY_ANSWER_MS = 200;

/** Lets an answer, also a refusal, leave no sooner than a fixed time after the request came. */
export async function steadyAnswer<Result>(work: () => Promise<Result>, afterMs = STEADY_ANSWER_MS): Promise<Result> {
  const due = wait(afterMs);
  try {
    return await work();
  } finally {
    await due;
  }
}
