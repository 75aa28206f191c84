/** Where one entry lies on the screen. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The place that an entry takes when the pointer is at `y`: it moves past a neighbour once the pointer is beyond that
 * neighbour's middle, so that entries of different heights never jump to and fro.
 */
export function targetIndex(spans: readonly Span[], from: number, y: number): number {
  const middle = (index: number): number => {
    const span = spans[index];
    return span ? (span.top + span.bottom) / 2 : 0;
  };
  let to = from;
  while (to > 0 && y < middle(to - 1)) to -= 1;
  if (to < from) return to;
  while (to < spans.length - 1 && y > middle(to + 1)) to += 1;
  return to;
}

/** Where a key leads from a place in a list of `count`; undefined for a key that moves nothing. */
export function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const wanted = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
  return wanted === undefined ? undefined : Math.min(count - 1, Math.max(0, wanted));
}
