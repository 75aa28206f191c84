const AT_LATEST_MS = 3_000;
/** For browsers without requestIdleCallback. */
const GUESS_MS = 1_000;

/** Calls `run` when the browser is idle. Returns the function that cancels it. */
export function whenIdle(run: () => unknown): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, GUESS_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => void run(), { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(handle);
}
