import {
  PENDING_STATUSES,
  REVERSAL_FLAGS,
  REVERSAL_STATUSES,
  SET_FLAG_VALUES,
  STATUS_PARAMS,
} from '@muneem/contract/postbacks';
import { SMART_POLL } from '@muneem/contract/smart-poll';
import * as z from 'zod/mini';

/** An event that the network reports. */
export interface StatedEvent {
  readonly name: string;
  readonly occurredAt: string | null;
}

type StatusAnswer =
  | { readonly events: readonly StatedEvent[]; readonly json: Readonly<Record<string, unknown>> }
  /** Why it cannot be read. */
  | { readonly malformed: string };

const name = z
  .string('an event’s name must be a text')
  .check(
    z.trim(),
    z.minLength(1, 'an event has no name'),
    z.maxLength(SMART_POLL.maxEventNameLength, 'an event’s name is too long'),
  );
const occurredAt = z
  .string('occurredAt must be a date')
  .check(z.refine((text) => text.length <= 64 && !Number.isNaN(Date.parse(text)), 'occurredAt must be a date'));
const tooMany = z.maxLength(SMART_POLL.maxEventsPerAnswer, 'it names too many events');

const NAMES = z.array(name).check(tooMany);
const OBJECTS = z.array(z.object({ name, occurredAt: z.optional(z.nullable(occurredAt)) })).check(tooMany);

/**
 * Parses `{"events":[{"name","occurredAt"?}]}`, `{"events":["install"]}` or `{"event":"install"}`.
 * Anything else is malformed and credits no user. Ignores other fields, but leaves out an event that the words of
 * postbacks call pending or reversed: a poll pays at once.
 */
export function readStatusAnswer(body: string): StatusAnswer {
  if (body.trim() === '') return { malformed: 'The answer is empty.' };
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { malformed: 'The answer is not JSON.' };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { malformed: 'The answer is not a JSON object.' };
  const fields = json as Record<string, unknown>;
  const one = Object.hasOwn(fields, 'event');
  const many = Object.hasOwn(fields, 'events');
  if (one && many) return { malformed: 'The answer has both "event" and "events".' };
  if (one) return understood(name.safeParse(fields['event']), fields, (event) => [{ name: event, occurredAt: null }]);
  if (!many) return { malformed: 'The answer has neither "events" nor "event".' };
  const list = fields['events'];
  if (!Array.isArray(list)) return { malformed: '"events" is not a list.' };
  return list.every((entry) => typeof entry === 'string')
    ? understood(NAMES.safeParse(list), fields, (names) => names.map((text) => ({ name: text, occurredAt: null })))
    : understood(OBJECTS.safeParse(list), fields, (events) =>
        events
          .filter((_, index) => isApproved(list[index] as Readonly<Record<string, unknown>>))
          .map((event) => ({ name: event.name, occurredAt: event.occurredAt ?? null })),
      );
}

const NOT_APPROVED = new Set<string>([...PENDING_STATUSES, ...REVERSAL_STATUSES]);
const YES = new Set<string>(SET_FLAG_VALUES);

function isApproved(fields: Readonly<Record<string, unknown>>): boolean {
  const says = (param: string, words: ReadonlySet<string>): boolean => {
    const value = fields[param];
    const isWord = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isWord && words.has(String(value).trim().toLowerCase());
  };
  return !STATUS_PARAMS.some((param) => says(param, NOT_APPROVED)) && !REVERSAL_FLAGS.some((param) => says(param, YES));
}

type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } };

function understood<Value>(
  parsed: Parsed<Value>,
  json: Readonly<Record<string, unknown>>,
  toEvents: (value: Value) => readonly StatedEvent[],
): StatusAnswer {
  if (parsed.success) return { events: isApproved(json) ? toEvents(parsed.data) : [], json };
  const reason = parsed.error.issues[0]?.message ?? 'it has another form';
  return {
    malformed: reason.startsWith('Invalid input')
      ? 'An event must be a text or an object with a name.'
      : `The answer cannot be read: ${reason}.`,
  };
}
