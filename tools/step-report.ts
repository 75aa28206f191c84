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

/** Does the work for every item, at most `lanes` at a time. */
export async function inLanes<Item>(lanes: number, items: readonly Item[], work: (item: Item) => Promise<void>) {
  // All lanes take from one iterator.
  const waiting = items.values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
