/** The result of one check. */
export interface StepReport {
  /** The checked items with their count: "214 modules". */
  readonly counted: string;
  readonly problems: readonly string[];
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Titles of tests that this machine cannot run. The title names what is missing. */
  readonly skipped?: readonly string[];
}

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
