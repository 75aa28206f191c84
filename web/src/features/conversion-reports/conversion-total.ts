import type { listConversionReports } from '@muneem/contract/conversion-reports';
import type { RouteAnswer } from '@muneem/contract/http';

type Answer = RouteAnswer<typeof listConversionReports>;

/**
 * Adds the number of conversions to a response. A server with only the documented contract returns the page count: all
 * pages but the last count as full.
 */
export function withTotal(
  answer: Answer,
  asked: { readonly page: number; readonly limit: number },
): Answer & { readonly total: number } {
  const { pages, total } = answer.pagination;
  const fromPages = asked.page < pages ? pages * asked.limit : (pages - 1) * asked.limit + answer.conversions.length;
  return { ...answer, total: answer.total ?? total ?? Math.max(0, fromPages) };
}
