import { formatCount } from './format.ts';

/** Indian groups (1,00,000) or groups of three (100,000), separated by commas or blanks. */
const GROUPED = String.raw`\d{1,2}(?:[, ]\d\d)*[, ]\d{3}|\d{1,3}(?:[, ]\d{3})+`;
const AMOUNT = new RegExp(String.raw`^(?:₹|rs\.?|inr)?\s?(-?(?:(?:${GROUPED}|\d+)(?:\.\d*)?|\.\d+))(?:\s?/-)?$`, 'i');

/**
 * Reads a number as it is typed or pasted in India: `1,00,000`, `1,250.75`, `₹1,250`, `Rs. 500/-`. Undefined for any other
 * text: a part of a text is never taken as the number.
 */
export function readNumber(text: string): number | undefined {
  const found = AMOUNT.exec(text.trim().replaceAll(/\s+/g, ' '))?.[1];
  return found === undefined ? undefined : Number(found.replaceAll(/[, ]/g, ''));
}

/** The value of a number field: the number, '' when empty, or the typed text when it is no number. */
export const numberValue = (text: string): number | string => (text.trim() === '' ? '' : (readNumber(text) ?? text));

/** The number of a field for its schema: undefined when empty. A text is NaN, which every schema refuses. */
export const enteredNumber = (value: number | string): number | undefined =>
  typeof value === 'number' ? value : value === '' ? undefined : Number.NaN;

/** The text of a field's value, grouped: 1,00,000 or 1250.75 → 1,250.75. A text stays as typed. */
export function numberText(value: number | string): string {
  if (typeof value === 'string' || !Number.isSafeInteger(Math.trunc(value))) return String(value);
  const [whole = '', fraction] = String(Math.abs(value)).split('.');
  return `${value < 0 ? '-' : ''}${formatCount(Number(whole))}${fraction === undefined ? '' : `.${fraction}`}`;
}
