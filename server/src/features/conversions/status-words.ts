// Words of a value in lower case, without spaces, hyphens and underscores between letters.
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of a status that surely approve. */
export const APPROVING = words(
  `1 200 true yes ok approve approved accept accepted active billed complete completed confirm confirmed conversion
  converted credited done finished paid payable sale succeeded success successful valid validated verified`,
);
/** Words of a status that surely reverse. */
export const REVERSING = words(
  `cancel canceled cancelled chargeback chargedback decline declined denied deny disapproved fraud fraudulent invalid
  invalidated refund refunded reject rejected reversal reverse reversed revoked spam trash void voided`,
);
/** Types of a message that report an event. */
export const REPORTING_TYPES = words(
  `action add app click complete completion conversion cpa cpe cpi cpl cps credit deposit earn event firstopen ftd game goal
  install lead offer open order payment payout postback purchase register registration reward s2s sale server signup
  standard subscription survey task video web`,
);
const YES = words('1 true yes on y t');
const NO = words('0 false no off n f');
const REVERSING_PART = /chargeback|chargedback|clawback|revers|refund|reject|declin|cancel|fraud|invalid|void/;

export const isYes = (word: string): boolean => YES.has(word);
export const isNo = (word: string): boolean => NO.has(word) || /^0+(?:\.0+)?$/.test(word);
/** Says whether the name of an event speaks of a reversal. */
export const speaksOfReversal = (word: string): boolean => REVERSING_PART.test(word);

/** A minus sign of any alphabet, before or after the number and its currency, or a number in parentheses. */
const MINUS = '[-−‐‑‒–—﹣－]';
const CURRENCY = String.raw`(?:\p{Sc}|usd|inr|eur|gbp|rs\.?)?`;
const NEGATIVE = new RegExp(
  String.raw`^(?:${CURRENCY}\s*${MINUS}\s*${CURRENCY}\s*\.?\d[\d.,\s]*\s*\p{Sc}?[a-z]{0,10}|\(\s*${CURRENCY}\s*\.?\d[\d.,\s]*\)|${CURRENCY}\s*\d[\d.,]*\s*${MINUS})$`,
  'u',
);

export const isNegative = (word: string): boolean => word.length <= 40 && NEGATIVE.test(word);

/** Returns a value as a word. Empty for null. A minus sign between letters is a separator, before a number it stays. */
export function wordOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value).normalize('NFKC').trim().toLowerCase();
  return text.length > 64 ? text : text.replace(/(?<=\p{L})[\s_-]+(?=\p{L})/gu, '');
}
