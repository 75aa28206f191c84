/** Returns at most `most` page numbers around the current one (document 001 §9: at most 5). */
export function pageNumbers(page: number, pages: number, most = 5): readonly number[] {
  const count = Math.min(most, pages);
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
