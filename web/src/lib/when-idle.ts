const AT_LATEST_MS = 3_000;
/** Where the browser cannot tell. */
const GUESS_MS = 1_000;

/** Calls `run` when the browser has nothing else to do. Gives the function that calls it off. */
export function whenIdle(run: () => unknown): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, GUESS_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => void run(), { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(handle);
}
