import {
  isUnfilled,
  PENDING_STATUSES,
  REVERSAL_FLAGS,
  REVERSAL_STATUSES,
  SET_FLAG_VALUES,
  STATUS_PARAMS,
} from '@muneem/contract/postbacks';
import type { InboundPostback } from './inbound-postback.ts';

const YES = new Set<string>(SET_FLAG_VALUES);
const NO = new Set(['0', 'false', 'no']);
const NO_VALUES: readonly string[] = [];
const PENDING = new Set<string>(PENDING_STATUSES);
const NEGATIVE = new Set<string>(REVERSAL_STATUSES);

/** Contradictory status, or a flag that is neither yes nor no: neither pay nor reverse. */
export const UNCLEAR = Symbol('unclear');

/** Returns the network's reason for a reversal, or undefined. A negative payout alone is no reversal. */
export function readReversal(postback: InboundPostback): string | typeof UNCLEAR | undefined {
  let reason: string | undefined;
  for (const name of REVERSAL_FLAGS) {
    const values = valuesOf(postback, name);
    if (values.length === 0) continue;
    const says = values.map((value) => (YES.has(value) ? true : NO.has(value) ? false : undefined));
    if (says.includes(undefined) || new Set(says).size > 1) return UNCLEAR;
    if (says[0]) reason ??= `${name}=${values[0]}`;
  }
  for (const name of STATUS_PARAMS) {
    const values = valuesOf(postback, name);
    const negative = values.filter((value) => NEGATIVE.has(value));
    if (negative.length === 0) continue;
    if (negative.length < values.length) return UNCLEAR;
    reason ??= `${name}=${negative[0]}`;
  }
  return reason === undefined ? undefined : `Reversed by the network (${reason}).`;
}

/** Returns whether the network has not approved the event yet. A reversal takes precedence, so read it first. */
export function readPending(postback: InboundPostback): boolean | typeof UNCLEAR {
  let isPending = false;
  for (const name of STATUS_PARAMS) {
    const values = valuesOf(postback, name);
    if (!values.some((value) => PENDING.has(value))) continue;
    if (!values.every((value) => PENDING.has(value))) return UNCLEAR;
    isPending = true;
  }
  return isPending;
}

/** Returns all values of a name in query and body, in lower case. */
function valuesOf({ query, body }: InboundPostback, name: string): readonly string[] {
  if (query[name] === undefined && body?.[name] === undefined) return NO_VALUES;
  return [query[name], body?.[name]].flat().flatMap((value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = String(value).trim().toLowerCase();
    return text === '' || isUnfilled(text) ? [] : [text];
  });
}
