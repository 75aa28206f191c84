export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns the index for a pointer at `y`. An entry moves past a neighbour only beyond that neighbour's middle, so
 * entries of different heights do not jump back and forth.
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

/** Returns the index after a key in a list of `count`. Undefined for other keys. */
export function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const wanted = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
  return wanted === undefined ? undefined : Math.min(count - 1, Math.max(0, wanted));
}
