import { afterAll, onTestFinished } from 'vitest';

/**
 * Does the work once: at the end of the test, or of the file if no test runs now, unless a test has done it before. The
 * last work begun is done first. @returns the work, to do it earlier
 */
export function atTheEnd(work: () => unknown): () => Promise<void> {
  let done: Promise<unknown> | undefined;
  const once = async (): Promise<void> => void (await (done ??= Promise.resolve(work())));
  try {
    onTestFinished(once);
  } catch {
    afterAll(once);
  }
  return once;
}
