/**
 * Calls `fetchEarly` at the first key or pointer: code that only an act can need is there before it is needed, and the
 * first screen has the network to itself. Gives the function that calls it off.
 */
export function onFirstTouch(fetchEarly: () => Promise<unknown>): () => void {
  const kinds = ['pointerdown', 'keydown'] as const;
  const stop = () => {
    for (const kind of kinds) document.removeEventListener(kind, run, true);
  };
  const run = () => {
    stop();
    // A failure shows when the code is really asked for.
    fetchEarly().catch(() => undefined);
  };
  for (const kind of kinds) document.addEventListener(kind, run, true);
  return stop;
}
