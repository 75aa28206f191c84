import { DAY_MS } from '#platform/clock/index.ts';

/** The ranges that are read before all months. */
const STEPS_MS = [31 * DAY_MS, 4 * 31 * DAY_MS];

interface NewestFirst {
  /** No row is newer. */
  readonly until: Date;
  /** No row is older. */
  readonly from: Date | undefined;
  readonly limit: number;
}

/**
 * Reads a page of the newest rows of a table with months. Older months are read only if the page is not full, because
 * PostgreSQL plans every month that a statement may read. @param read the rows since an instant
 */
export async function newestFirst<Row>(
  { until, from, limit }: NewestFirst,
  read: (since: Date | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  for (const step of STEPS_MS) {
    const since = new Date(until.getTime() - step);
    if (from !== undefined && from >= since) break;
    const rows = await read(since);
    if (rows.length === limit) return rows;
  }
  return read(from);
}
