/** 12,34,567: a number rounded to a whole one, grouped as India does. Without `Intl`, whose first use is dear in a browser. */
export function groupDigits(count: number): string {
  const digits = String(Math.round(Math.abs(count)));
  const sign = count < 0 && digits !== '0' ? '-' : '';
  if (digits.length <= 3) return sign + digits;
  return `${sign}${digits.slice(0, -3).replaceAll(/\B(?=(?:\d\d)+$)/g, ',')},${digits.slice(-3)}`;
}
