/** Returns at most 5 page numbers around the current one (document 001 §9). */
export function pageNumbers(page: number, pages: number): readonly number[] {
  const count = Math.min(5, pages);
  const first = Math.max(1, Math.min(page - 2, pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
