/** Prints one line of the report. */
export const line = (text: string): void => void process.stdout.write(`${text}\n`);

/** Prints a figure beside its target. @returns whether the target is met */
export function judge(what: string, value: number, relation: '≥' | '≤', target: number): boolean {
  const isMet = relation === '≥' ? value >= target : value <= target;
  line(`${isMet ? '✓' : '✗'} ${Number(value.toFixed(2))} ${what} (target ${relation} ${target})`);
  return isMet;
}

/** Returns the median. For an even count it is the upper of the two middle values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
