export interface RunResult {
  readonly id: string;
  readonly tone: 'good' | 'neutral' | 'bad';
  /** One or two words: "Paid". */
  readonly word: string;
  /** Details: an amount, a reason. */
  readonly text: string;
  /** Not done or unknown. A retry is safe. */
  readonly again?: boolean;
}

export interface RunPartsOptions<Item> {
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  /** The number of items in one call. */
  readonly part: number;
  readonly run: (part: readonly Item[]) => Promise<readonly RunResult[]>;
  /** For the items of the failed part (`unknown`) and of the parts after it (`notSent`). */
  readonly unknown: Omit<RunResult, 'id'>;
  readonly notSent: Omit<RunResult, 'id'>;
  readonly onResults: (results: readonly RunResult[]) => void;
}

/**
 * Sends one part after another. Stops at the first failure and marks the remaining items as not sent.
 * @throws the failure
 */
export async function runParts<Item>(options: RunPartsOptions<Item>): Promise<void> {
  const { items, idOf, part, run, unknown, notSent, onResults } = options;
  for (let from = 0; from < items.length; from += part) {
    const now = items.slice(from, from + part);
    try {
      onResults(await run(now));
    } catch (error) {
      onResults([
        ...now.map((item) => ({ id: idOf(item), ...unknown })),
        ...items.slice(from + part).map((item) => ({ id: idOf(item), ...notSent })),
      ]);
      throw error;
    }
  }
}
