/**
 * Formats 12,34,567: rounds to a whole number and groups it as India does. Avoids `Intl`, which is slow at its first
 * use.
 */
export function groupDigits(count: number): string {
  const digits = String(Math.round(Math.abs(count)));
  const sign = count < 0 && digits !== '0' ? '-' : '';
  if (digits.length <= 3) return sign + digits;
  return `${sign}${digits.slice(0, -3).replaceAll(/\B(?=(?:\d\d)+$)/g, ',')},${digits.slice(-3)}`;
}
