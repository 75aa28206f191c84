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
  const answer = result.body.slice(0, MAX_STORED_CHARACTERS);
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

export const answered = (status: number, message?: string): string =>
  `The payout provider answered ${status}${message === undefined ? '' : `: ${message}`}`;

export const unreachable = (message: string): string => `The payout provider could not be reached: ${message}`;

export function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(body);
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns non-empty text; converts numbers. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 300) : undefined;
}
