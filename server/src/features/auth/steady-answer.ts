import { setTimeout as wait } from 'node:timers/promises';

/** Longer than the slowest path, so that timing does not reveal the path. */
const STEADY_ANSWER_MS = 200;

/** Delays an answer or error until a fixed time after the request. */
export async function steadyAnswer<Result>(work: () => Promise<Result>): Promise<Result> {
  const due = wait(STEADY_ANSWER_MS);
  try {
    return await work();
  } finally {
    await due;
  }
}
