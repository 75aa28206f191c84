/** What one check has to say. */
export interface StepReport {
  /** What was looked at, with its number: "214 modules". */
  readonly counted: string;
  readonly problems: readonly string[];
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
