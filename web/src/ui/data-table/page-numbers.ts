import type { ListResult } from './columns.ts';

/** Returns at most 5 page numbers around the current one (document 001 §9). */
export function pageNumbers(page: number, pages: number): readonly number[] {
  const count = Math.min(5, pages);
  const first = Math.max(1, Math.min(page - 2, pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Returns the number of pages. A page knows better than the total whether another follows: rows came or went since. */
export function countPages(
  { page, limit }: { readonly page: number; readonly limit: number },
  { rows, total, isLast }: Pick<ListResult<unknown>, 'rows' | 'total' | 'isLast'>,
): number | undefined {
  if (total === undefined) return undefined;
  const pages = Math.max(1, Math.ceil(total / limit));
  if (isLast === undefined || rows?.length === 0) return pages;
  return isLast ? page : Math.max(pages, page + 1);
}
