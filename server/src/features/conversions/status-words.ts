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
/** Words that no yes contains, whatever the name of their parameter. */
const REFUSING = words(
  `disqualified failed failure notapproved notpaid onhold screenout terminated unapproved unpaid unsuccessful unverified`,
);
const TESTING = words('debug demo dev development preview qa sandbox simulation staging test testing testmode uat');
/** Types of a message that report an event. */
export const REPORTING_TYPES = words(
  `action add app click complete completion conversion cpa cpe cpi cpl cps credit deposit earn event firstopen ftd game goal
  install lead offer open order payment payout postback purchase register registration reward s2s sale server signup
  standard subscription survey task video web`,
);
const YES = words('1 true yes on y t');
const NO = words('0 false no off n f');
const REVERSING_PART =
  /chargeback|chargedback|clawback|revers|refund|reject|declin|cancel|fraud|invalid|void|denied|not approved|notapproved/;

export const isYes = (word: string): boolean => YES.has(word);
export const isNo = (word: string): boolean => NO.has(word) || /^0+(?:\.0+)?$/.test(word);
export const isRefusing = (word: string): boolean => REVERSING.has(word) || REFUSING.has(word);
export const isTesting = (word: string): boolean => TESTING.has(word);
/** Says whether the name of an event speaks of a reversal. */
export const speaksOfReversal = (word: string): boolean => REVERSING_PART.test(word);

/** A minus sign of any alphabet, before or after the number and its currency, or a number in parentheses. */
const MINUS = '(?:[-−‐‑‒–—﹣－]|minus|negative)';
const CURRENCY = String.raw`(?:\p{Sc}|usd|inr|eur|gbp|rs\.?)?`;
const NEGATIVE = new RegExp(
  String.raw`^(?:${CURRENCY}\s*${MINUS}\s*${CURRENCY}\s*\.?\d[\d.,\s]*(?:e[+-]?\d+)?\s*\p{Sc}?[a-z]{0,10}|\(\s*${CURRENCY}\s*\.?\d[\d.,\s]*\)|${CURRENCY}\s*\d[\d.,]*\s*${MINUS})$`,
  'u',
);

export const isNegative = (word: string): boolean => word.length <= 40 && NEGATIVE.test(word);

/** Longer than each word that refuses. */
/** The first letters of `{"` in base64. */
export const BASE64_OF_OBJECT = 'eyJ';
const LONGEST = 16;
/** A hyphen only in a date, a number or a UUID: elsewhere it may be a minus. */
const ORDINARY = /^(?:[\w.]+|\d[\w.-]*\w|[\w-]{24,}\w)$/;

/** Says quickly that an ordinary value, such as an id or a positive amount, is no word about a state. */
export function isOrdinary(value: unknown): boolean {
  if (typeof value === 'number') return value > 0;
  if (typeof value !== 'string' || !ORDINARY.test(value)) return false;
  if (value.startsWith(BASE64_OF_OBJECT)) return false;
  if (value.length > LONGEST || value.includes('-')) return true;
  const word = value.replaceAll('_', '').toLowerCase();
  return !isRefusing(word) && !isNo(word);
}

/** Returns a value as a word. Empty for null. A minus sign between letters is a separator, before a number it stays. */
export function wordOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value).normalize('NFKC').trim().toLowerCase();
  return text.length > 64 ? text : text.replace(/(?<=\p{L})[\s_-]+(?=\p{L})/gu, '');
}
