const NICE = [1, 2, 2.5, 5, 10];

/** Round marks from 0 to at least `maximum`; `isWhole` keeps them to whole numbers. */
export function axisTicks(maximum: number, { count = 3, isWhole = false } = {}): number[] {
  if (maximum <= 0) return [0, 1];
  const rough = maximum / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = NICE.map((step) => step * power).find((step) => step >= rough * (1 - 1e-9)) ?? 10 * power;
  const step = isWhole ? Math.max(1, Math.ceil(nice)) : nice;
  const steps = Math.max(1, Math.ceil(maximum / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Every how many points a label fits, when each takes `labelWidth` of the `width`. */
export const labelEvery = (points: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((points * labelWidth) / Math.max(width, labelWidth)));

/** Which of `points` bands lies under `x` of `width`. */
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

/** Where a key leads from a point; undefined for a key that does not lead anywhere. */
export function pointAfterKey(key: string, from: number, points: number): number | undefined {
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(points - 1, Math.max(0, from + step));
}
