import type { Role } from './rights.ts';

const MASK = '••••';
const SHOWN = 4;

/** Phones and payout accounts, by the names that every answer uses. */
const PERSONAL = new Set(['phone', 'upi', 'upiId', 'accountNumber']);
/** A UPI ID in any text, such as `p1` or a logged URL. Unlike an email address it has no dot after the @. */
const UPI_ID = /(?<![\w.-])[\w.-]+(?:@|%40)[\w-]+(?!\.?[\w-])/gi;
const SECRETS = 'password|passwd|pwd|secret|token|sig|sign|signature|hash|hmac|checksum|auth|authorization';
/** Our own secrets, and those in the parameters that a network sent. */
const SECRET = new RegExp(`^(?:securityKey|.*(?:${SECRETS}|api_?key))$`, 'i');
/** The value of a parameter of a URL whose name says that it is secret. */
const SECRET_PARAMETER = new RegExp(`([?&][^?&=#\\s]*(?:${SECRETS}|key)[^?&=#\\s]*=)[^&#\\s"]+`, 'gi');

const lastFour = (text: string): string => (text.length > SHOWN ? MASK + text.slice(-SHOWN) : text);
const hideSecrets = (name: string, text: string): string =>
  SECRET.test(name) && text !== '' ? MASK : text.replaceAll(SECRET_PARAMETER, `$1${MASK}`);

/** Hides the part of a text that a role may not see. `name`: its field in the answer. */
const HIDE: Partial<Readonly<Record<Role, (name: string, text: string) => string>>> = {
  // An offer's token would let them pay by postback what they may not pay by hand.
  finance: hideSecrets,
  support: (name, text) => (PERSONAL.has(name) ? lastFour(text) : text.replaceAll(UPI_ID, lastFour)),
  auditor: hideSecrets,
};

/** Returns an answer as a role may see it. Most roles see it unchanged. */
export function visibleTo(role: Role, answer: unknown): unknown {
  const hide = HIDE[role];
  if (hide === undefined) return answer;
  const read = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return hide(name, value);
    if (Array.isArray(value)) return value.map((item) => read(name, item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, read(field, inner)]));
  };
  return read('', answer);
}
