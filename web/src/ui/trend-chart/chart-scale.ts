const NICE = [1, 2, 2.5, 5, 10];

/**
 * Returns about three round marks from 0 to at least `maximum`, and below 0 to at least `minimum`. `isWhole` allows whole
 * numbers only.
 */
export function axisTicks(maximum: number, isWhole = false, minimum = 0): number[] {
  const span = maximum - minimum;
  if (span <= 0) return [0, 1];
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = NICE.map((step) => step * power).find((step) => step >= rough * (1 - 1e-9)) ?? 10 * power;
  const step = isWhole ? Math.max(1, Math.ceil(nice)) : nice;
  const below = Math.ceil(-minimum / step - 1e-9);
  const steps = below + Math.max(below === 0 ? 1 : 0, Math.ceil(maximum / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => Number(((index - below) * step).toPrecision(12)));
}

/** Returns the interval of days at which labels of `labelWidth` fit in `width`. */
export const labelEvery = (days: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((days * labelWidth) / Math.max(width, labelWidth)));

export const dayAt = (x: number, width: number, days: number): number =>
  Math.min(days - 1, Math.max(0, Math.floor((x / Math.max(width, 1)) * days)));

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

/** Returns the index of the day after a key. Undefined for other keys. */
export function dayAfterKey(key: string, from: number, days: number): number | undefined {
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(days - 1, Math.max(0, from + step));
}
