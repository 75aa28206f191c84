import type { OutboundResult } from '#platform/outbound-http/index.ts';
import type { PayoutOutcome } from './payout-provider.ts';

/** Characters of an answer that are stored for admins. */
const MAX_STORED_CHARACTERS = 2_048;

/** A JSON answer, or the outcome without one: the transfer may still have been made. */
type ParsedAnswer =
  | { readonly outcome: PayoutOutcome }
  | { readonly status: number; readonly body: Readonly<Record<string, unknown>>; readonly answer: string };

export function parseAnswer(result: Exclude<OutboundResult, { kind: 'not_sent' }>): ParsedAnswer {
  if (result.kind === 'cut') {
    return { outcome: { kind: 'unknown', error: `The payout provider's answer did not arrive: ${result.message}` } };
  }
  const answer = clean(result.body).slice(0, MAX_STORED_CHARACTERS).toWellFormed();
  const body = result.truncated ? undefined : parseObject(result.body);
  if (body !== undefined) return { status: result.status, body, answer };
  return {
    outcome: {
      kind: 'unknown',
      error: `The payout provider answered ${result.status} in an unexpected format`,
      answer,
    },
  };
}

export function answered(status: number, message?: string): string {
  const reason = reasonFrom(message);
  return `The payout provider answered ${status}${reason === undefined ? '' : `: ${reason}`}`;
}

const SAYS_SUCCESS = /^ok\b|\bsuccess(ful|fully)?\b/i;
const DENIES_IT = /\b(not?|without|un\w+)\b/i;

/** Returns the first text that can explain a failure. "Success" cannot. */
export const reasonFrom = (...texts: readonly (string | undefined)[]): string | undefined =>
  texts.find((each) => each !== undefined && (!SAYS_SUCCESS.test(each) || DENIES_IT.test(each)));

export const NO_REASON = 'The payout provider gave no reason';

export const unreachable = (message: string): string => `The payout provider could not be reached: ${message}`;

export function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(clean(body), (_, value: unknown) =>
      typeof value === 'string' ? clean(value) : value,
    );
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// oxlint-disable-next-line no-control-regex -- matching control characters is the purpose
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Drops control characters. PostgreSQL cannot store NUL, and the others hide what an answer says. */
const clean = (answer: string): string => answer.replace(CONTROL, '').toWellFormed();

const RUPEES = /^(?:₹|Rs\.?|INR)?\s*(-?)(\d+|\d{1,3}(?:,\d{2,3})+)(\.\d+)?$/i;

/** Reads rupees, also as text like "1,234.50". @returns paise, NaN if it is no amount or has parts of a paisa */
export function paiseOfRupees(value: unknown): number {
  const match = typeof value === 'string' ? RUPEES.exec(value.trim()) : null;
  const [, sign = '', whole = '', part = ''] = match ?? [];
  const rupees = match ? Number(`${sign}${whole.replaceAll(',', '')}${part}`) : typeof value === 'number' ? value : NaN;
  const amount = Math.round(rupees * 100);
  return Math.abs(rupees * 100 - amount) < 0.001 && Number.isSafeInteger(amount) ? amount : NaN;
}

/** Returns whether an answer names our transfer: by our reference, or without one by the id that is stored. */
export const namesOurs = (
  { reference, transactionId }: { reference: string | undefined; transactionId: string | undefined },
  ours: { readonly referenceId: string; readonly providerTransactionId: string | null },
): boolean =>
  reference === undefined
    ? transactionId !== undefined && transactionId === ours.providerTransactionId
    : reference === ours.referenceId;

/**
 * The outcome of an answer that does not name our transfer. Its id is not kept: later answers could then confirm it.
 * @param reference another reference, if it has one
 */
export const aboutAnother = (
  reference: string | undefined,
  word: string | undefined,
  answer: string,
): PayoutOutcome => {
  if (word === undefined) return { kind: 'unknown', error: 'The payout provider sent no status', answer };
  const error =
    reference === undefined
      ? 'The payout provider answered without our reference, which confirms nothing'
      : 'The payout provider answered with another reference';
  return { kind: 'unknown', providerStatus: word, answer, error, strange: true };
};

/** Returns non-empty text; converts numbers. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 300) : undefined;
}
