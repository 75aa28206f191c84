import * as z from '#schema';
import { trimmed } from './fields.ts';

/** Rows in a list without a `limit`. */
export const DEFAULT_LIST_LIMIT = 100;
/** Maximum `limit` of a list. */
const MAX_LIST_LIMIT = 500;
/** Maximum characters of a search. */
export const MAX_SEARCH_LENGTH = 200;

const upTo = (maximum: number) => z.coerce.number().check(z.int(), z.gte(1), z.lte(maximum));

/**
 * The query of every list: `page` (from 1), `limit`, `search`, `sort` (one of `sortable`), `order`. Spread it into the
 * list's `z.object`.
 */
export function listQuery<const Sort extends string>(
  sortable: readonly [Sort, ...Sort[]],
  { limit = DEFAULT_LIST_LIMIT, maxLimit = MAX_LIST_LIMIT }: { limit?: number; maxLimit?: number } = {},
) {
  return {
    page: z._default(upTo(10_000_000), 1),
    limit: z._default(upTo(maxLimit), limit),
    search: z._default(
      trimmed(z.maxLength(MAX_SEARCH_LENGTH, `Search for at most ${MAX_SEARCH_LENGTH} characters`)),
      '',
    ),
    sort: z._default(z.enum(sortable), sortable[0]),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
  };
}

/** For the query of a long list: reads its pages from where another page of it begins or ends. */
export const anchored = {
  /**
   * The `anchor` of another page's answer, in the same order and with the same filters. The page then begins where it
   * did, however many rows were inserted or deleted since. Optional: `page` alone opens a page by its number.
   */
  anchor: z.optional(z.string().check(z.maxLength(8_000))),
};

/** For the answer of a list whose query is `anchored`. */
export const anchors = {
  /** For the `anchor` of a query for a page near this one. Missing if the page is empty. */
  anchor: z.optional(z.string()),
  /** No row follows this page. */
  isLast: z.boolean(),
};

/** Like `listQuery`. Without `page` and `limit` the answer is the documented array, else an object with totals. */
export const pageOrAllQuery = <const Sort extends string>(sortable: readonly [Sort, ...Sort[]]) => ({
  ...listQuery(sortable),
  page: z.optional(upTo(10_000_000)),
  limit: z.optional(upTo(MAX_LIST_LIMIT)),
});

const DAY_TEXT = 'Use a date like 2026-11-21.';
/** An ISO date without time, `2026-11-21`; a calendar day in Asia/Kolkata. */
export const calendarDay = () =>
  z.iso.date(DAY_TEXT).check(
    // PostgreSQL has no year 0.
    z.refine((day) => day >= '0001', DAY_TEXT),
  );

/** Filters by day, both inclusive. */
export const days = { startDate: z.optional(calendarDay()), endDate: z.optional(calendarDay()) };
