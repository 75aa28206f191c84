import type { listConversionReports } from '@muneem/contract/conversion-reports';
import type { RouteAnswer } from '@muneem/contract/http';

type Answer = RouteAnswer<typeof listConversionReports>;

/**
 * An answer with its number of conversions. Another server that speaks the documented contract tells the pages alone: they
 * are taken for full ones, but the last one, whose rows are there to be counted.
 */
export function withTotal(
  answer: Answer,
  asked: { readonly page: number; readonly limit: number },
): Answer & { readonly total: number } {
  const { pages, total } = answer.pagination;
  const fromPages = asked.page < pages ? pages * asked.limit : (pages - 1) * asked.limit + answer.conversions.length;
  return { ...answer, total: answer.total ?? total ?? Math.max(0, fromPages) };
}
