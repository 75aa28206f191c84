/** The result of one check. */
export interface StepReport {
  /** The checked items with their count: "214 modules". */
  readonly counted: string;
  readonly problems: readonly string[];
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Titles of failed tests. An error outside a test has none, so `failed` may be higher. */
  readonly failures?: readonly string[];
  /** Titles of tests that this machine cannot run. The title names what is missing. */
  readonly skipped?: readonly string[];
}

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
