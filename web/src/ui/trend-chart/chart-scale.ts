const NICE = [1, 2, 2.5, 5, 10];

/** Returns round marks from 0 to at least `maximum`. `isWhole` allows whole numbers only. */
export function axisTicks(maximum: number, { count = 3, isWhole = false } = {}): number[] {
  if (maximum <= 0) return [0, 1];
  const rough = maximum / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = NICE.map((step) => step * power).find((step) => step >= rough * (1 - 1e-9)) ?? 10 * power;
  const step = isWhole ? Math.max(1, Math.ceil(nice)) : nice;
  const steps = Math.max(1, Math.ceil(maximum / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Returns the interval of points at which labels of `labelWidth` fit in `width`. */
export const labelEvery = (points: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((points * labelWidth) / Math.max(width, labelWidth)));

/** Returns the index of the point at `x`. */
export const pointAt = (x: number, width: number, points: number): number =>
  Math.min(points - 1, Math.max(0, Math.floor((x / Math.max(width, 1)) * points)));

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
};

/** Returns the index of the point after a key. Undefined for other keys. */
export function pointAfterKey(key: string, from: number, points: number): number | undefined {
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(points - 1, Math.max(0, from + step));
}
