/** Round steps for whole numbers: 0 and up to `most` lines above it, the last at or above the largest value. */
export function countTicks(max: number, most = 4): number[] {
  const wanted = Math.max(1, max) / most;
  const size = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= wanted) ?? 1);
  const count = Math.max(1, Math.ceil(Math.max(1, max) / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Of `count` places on a line of `width` pixels, each how-manieth can carry a label of `labelWidth`. */
export const labelEvery = (count: number, width: number, labelWidth: number): number =>
  width <= 0 || count === 0 ? 1 : Math.max(1, Math.ceil((count * labelWidth) / width));

/** The key's step: arrows one, Page ten, Home and End to the edges; undefined for other keys. */
export function stepByKey(key: string, at: number, count: number): number | undefined {
  const to: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    PageDown: at + 10,
    PageUp: at - 10,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
