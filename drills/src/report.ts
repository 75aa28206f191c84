/** Prints one line of the report. */
export const line = (text: string): void => void process.stdout.write(`${text}\n`);

/** Prints a figure beside its limit. @returns whether the limit is kept */
export function judge(what: string, value: number, relation: '≥' | '≤', limit: number): boolean {
  const isKept = relation === '≥' ? value >= limit : value <= limit;
  line(`${isKept ? '✓' : '✗'} ${Number(value.toFixed(2))} ${what} (limit ${relation} ${limit})`);
  return isKept;
}
