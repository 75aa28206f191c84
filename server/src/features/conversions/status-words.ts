import { fieldOfName } from '@muneem/contract/postbacks';

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
export const TESTING = words(
  'debug demo dev development preview qa sandbox simulation staging test testing testmode uat',
);
/** Flags of any event: `lead=0`. Not `install` or `deposit`, which a message about another event may deny. */
const ANY_EVENT = words('completion conversion lead');
/** Zero of these may be an amount: `reward=0.00`. */
const PAY = words('credit payment payout reward');
/** Types of a message that report an event. */
export const REPORTING_TYPES = ANY_EVENT.union(PAY).union(
  words(
    `action add app click complete cpa cpe cpi cpl cps deposit earn event firstopen ftd game goal install offer open order
    postback purchase register registration s2s sale server signup standard subscription survey task video web`,
  ),
);
export const YES = words('1 true yes on y t');
const NO = words('0 false no off n f');
/** A part of an event's name or of a text that speaks of a reversal. */
export const REVERSING_PART =
  /chargeback|chargedback|clawback|revers|refund|reject|declin|cancel|fraud|invalid|void|denied|not approved|notapproved/;

/** Says whether a parameter with the word of a no denies the event: `conversion=false`, but not `payout=0`. */
export function isDenied(name: string, word: string): boolean {
  const noun = wordOf(fieldOfName(name)).replace(/^(?:is|was|has)|s$/g, '');
  return ANY_EVENT.has(noun) || (PAY.has(noun) && !/\d/.test(word));
}

export const isNo = (word: string): boolean => NO.has(word) || /^0+(?:\.0+)?$/.test(word);
export const isRefusing = (word: string): boolean => REVERSING.has(word) || REFUSING.has(word);

/** An object in a notation that is not JSON, or XML. */
export const ODD_OBJECT = /\{[^}]*[:=]|^<[a-z!?]/;
/** A minus sign of any alphabet, before or after the number and its currency, or a number in parentheses. */
const MINUS = '(?:[-−‐‑‒–—﹣－]|minus|negative)';
const CURRENCY = String.raw`(?:\p{Sc}|usd|inr|eur|gbp|rs\.?)?`;
const NEGATIVE = new RegExp(
  String.raw`^(?:${CURRENCY}\s*${MINUS}\s*${CURRENCY}\s*\.?\d[\d.,\s]*(?:e[+-]?\d+)?\s*\p{Sc}?[a-z]{0,10}|\(\s*${CURRENCY}\s*\.?\d[\d.,\s]*\)|${CURRENCY}\s*\d[\d.,]*\s*${MINUS})$`,
  'u',
);

export const isNegative = (word: string): boolean => word.length <= 40 && NEGATIVE.test(word);

/** Returns a value as a word. Empty for null. A minus sign between letters is a separator, before a number it stays. */
export function wordOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value).normalize('NFKC').trim().toLowerCase();
  return text.length > 64 ? text : text.replace(/(?<=\p{L})[\s_-]+(?=\p{L})/gu, '');
}
