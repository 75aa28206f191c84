import { canonicalEventName } from '@muneem/contract/conversions';
import { STANDARD_CLICK_ID_PARAMS } from '@muneem/contract/postbacks';
import { SMART_POLL } from '@muneem/contract/smart-poll';
import { timeOfUlid } from '#platform/ids/index.ts';
import { hasRepeatedKey, readEventStatus } from '#features/conversions/index.ts';
import * as z from 'zod/mini';

/** The click of the question. */
export interface AskedClick {
  readonly clickId: string;
  /** Additional names of a click id: the offer's, and those in the status URL. */
  readonly idParams: readonly string[];
}

export interface StatedEvent {
  readonly name: string;
  readonly occurredAt: string | null;
}

/** An event that the network names but does not approve. */
export interface LeftOutEvent extends StatedEvent {
  /** Its status: `status=rejected`. */
  readonly said: string;
}

type Fields = Readonly<Record<string, unknown>>;

type StatusAnswer =
  | {
      readonly events: readonly StatedEvent[];
      readonly leftOut: readonly LeftOutEvent[];
      readonly json: Fields;
    }
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
const EVENTS = z
  .array(z.object({ name, occurredAt: z.optional(z.nullable(occurredAt)) }))
  .check(z.maxLength(SMART_POLL.maxEventsPerAnswer, 'it names too many events'));

/**
 * Parses `{"events":[{"name","occurredAt"?}]}`, `{"events":["install"]}` or `{"event":"install"}`.
 * Anything else is malformed and credits no user. Leaves out an event that the answer or its entry does not approve,
 * as in a postback: a poll pays at once. An event with two different entries is left out too. Ignores other fields, except
 * the id of another click: a status URL that ignores our id answers about any click.
 */
export function readStatusAnswer(body: string, click: AskedClick): StatusAnswer {
  if (body.trim() === '') return { malformed: 'The answer is empty.' };
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { malformed: 'The answer is not JSON.' };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { malformed: 'The answer is not a JSON object.' };
  if (hasRepeatedKey(body)) return { malformed: 'The answer has a key twice.' };
  const other = otherClickIn(json, click);
  if (other !== undefined) return { malformed: `The answer is about another click: ${other}.` };
  const fields = json as Fields;
  const one = Object.hasOwn(fields, 'event');
  const many = Object.hasOwn(fields, 'events');
  if (one && many) return { malformed: 'The answer has both "event" and "events".' };
  if (!one && !many) return { malformed: 'The answer has neither "events" nor "event".' };
  const list = one ? [fields['event']] : fields['events'];
  if (!Array.isArray(list)) return { malformed: '"events" is not a list.' };
  const areNames = one || list.every((entry) => typeof entry === 'string');
  const parsed = EVENTS.safeParse(areNames ? list.map((entry: unknown) => ({ name: entry })) : list);
  if (!parsed.success) return { malformed: whyMalformed(parsed.error.issues[0]?.message) };
  const events: StatedEvent[] = [];
  const leftOut: LeftOutEvent[] = [];
  const { event: _event, events: _events, ...besides } = fields;
  for (const [index, event] of parsed.data.entries()) {
    const whole = readEventStatus([besides], event.name);
    const isWhole = areNames || whole.kind !== 'approved';
    const { kind, said } = isWhole ? whole : readEventStatus([list[index] as Fields], event.name);
    const stated = { name: event.name, occurredAt: event.occurredAt ?? null };
    if (kind === 'approved') events.push(stated);
    else leftOut.push({ ...stated, said });
  }
  const refused = new Set(leftOut.map(({ name: refusedName }) => canonicalEventName(refusedName)));
  return { events: events.filter((stated) => !refused.has(canonicalEventName(stated.name))), leftOut, json: fields };
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * A network's own ids do not count: only a text that has the form of our click ids names a click. Iterative, because an
 * answer may be deeply nested.
 */
function otherClickIn(json: object, { clickId, idParams }: AskedClick): string | undefined {
  const names = new Set([...STANDARD_CLICK_ID_PARAMS, ...idParams].map(plainName));
  const open: unknown[] = [json];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, value] of Object.entries(next)) {
      if (typeof value !== 'string') open.push(value);
      else if (value !== clickId && names.has(plainName(name)) && timeOfUlid(value) !== null) return value;
    }
  }
  return undefined;
}

function whyMalformed(reason = 'it has another form'): string {
  return reason.startsWith('Invalid input')
    ? 'An event must be a text or an object with a name.'
    : `The answer cannot be read: ${reason}.`;
}
