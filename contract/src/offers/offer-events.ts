import * as z from 'zod/mini';
import { canonicalEventName, eventKey } from '../conversions/index.ts';
import { EVENT_DEFAULTS, hasDecimals, OFFER_LIMITS, OFFER_TEXTS, tooLong } from './offer-rules.ts';

const payout = () =>
  z.number(OFFER_TEXTS.eventPayout).check(
    z.gte(0, OFFER_TEXTS.eventPayout),
    z.lte(OFFER_LIMITS.payoutRupees, 'Payout must be ₹1,00,00,000 or less'),
    z.refine((rupees) => hasDecimals(rupees, 2), OFFER_TEXTS.eventPayoutDecimals),
  );

const cap = () =>
  z
    .number(OFFER_TEXTS.eventCap)
    .check(
      z.gte(1, OFFER_TEXTS.eventCap),
      z.lte(OFFER_LIMITS.cap, 'Daily cap must be 1,00,00,00,000 or less'),
      z.refine(Number.isInteger, OFFER_TEXTS.eventCap),
    );

/** An event in a request. `eventCount` is ignored: the server counts. */
export const offerEventInput = z.object({
  /** The stored event. Without it: the event of this name, or a new one. */
  _id: z.optional(z.number()),
  /** The position, from 1. The server numbers the events by their place in the list. */
  eventOrder: z.optional(z.number()),
  eventName: z.string(OFFER_TEXTS.eventName).check(
    z.trim(),
    z.minLength(1, OFFER_TEXTS.eventName),
    z.maxLength(OFFER_LIMITS.shortText, tooLong(OFFER_LIMITS.shortText)),
    z.refine((name) => !/[\p{Cc}]/u.test(name), 'Use a single line of text'),
    // A postback's address ends with the name, and every URL parser removes a dot segment.
    z.refine((name) => name !== '.' && name !== '..', 'An event cannot be called “.” or “..”'),
  ),
  eventPayout: z._default(payout(), EVENT_DEFAULTS.eventPayout),
  eventCap: z._default(cap(), EVENT_DEFAULTS.eventCap),
  isRequired: z._default(z.boolean(), false),
  description: z._default(
    z.string().check(z.trim(), z.maxLength(OFFER_LIMITS.longText, tooLong(OFFER_LIMITS.longText))),
    '',
  ),
});
export type OfferEventInput = z.infer<typeof offerEventInput>;

/** An event in an answer. */
export const offerEvent = z.object({
  _id: z.number(),
  eventName: z.string(),
  /** Rupees. */
  eventPayout: z.number(),
  /** Paid conversions per day of Asia/Kolkata. */
  eventCap: z.number(),
  /** Paid conversions of today. */
  eventCount: z.number(),
  /** Position, from 1. */
  eventOrder: z.number(),
  isRequired: z.boolean(),
  description: z.string(),
});
export type OfferEvent = z.infer<typeof offerEvent>;

/** The flat fields that old clients read: the first three events. Absent events read as an empty name. */
export const legacyEventFields = {
  event1: z.string(),
  epo1: z.number(),
  ecap1: z.number(),
  event1Count: z.number(),
  event2: z.string(),
  epo2: z.number(),
  ecap2: z.number(),
  event2Count: z.number(),
  event3: z.string(),
  epo3: z.number(),
  ecap3: z.number(),
  event3Count: z.number(),
};

/** The flat fields of a request, instead of `events`. Counts are ignored. */
export const legacyEventInputFields = {
  event1: z.optional(z.nullable(z.string())),
  epo1: z.optional(payout()),
  ecap1: z.optional(cap()),
  event2: z.optional(z.nullable(z.string())),
  epo2: z.optional(payout()),
  ecap2: z.optional(cap()),
  event3: z.optional(z.nullable(z.string())),
  epo3: z.optional(payout()),
  ecap3: z.optional(cap()),
};

export type LegacyEventFields = { [Key in keyof typeof legacyEventFields]: z.infer<(typeof legacyEventFields)[Key]> };
export type LegacyEventInput = {
  [Key in keyof typeof legacyEventInputFields]?: z.infer<(typeof legacyEventInputFields)[Key]>;
};

/** The message for `name` when another event has `taken`, which means the same. */
export const nameTaken = (name: string, taken: string, number: number): string =>
  eventKey(name) === eventKey(taken)
    ? `“${name}” is the name of event ${number}. Change that event, or use another name here.`
    : `“${name}” means the same as “${taken}”, the name of event ${number}. Change that event, or use another name here.`;

/** Messages for repeated names, by the index of the later event. */
export function repeatedNames(events: readonly { readonly eventName: string }[]): Map<number, string> {
  const places = events.map(({ eventName }) => canonicalEventName(eventName));
  const problems = new Map<number, string>();
  for (const [index, { eventName }] of events.entries()) {
    const first = places.indexOf(canonicalEventName(eventName));
    const other = events[first];
    if (eventName.trim() !== '' && other && first < index)
      problems.set(index, nameTaken(eventName, other.eventName, first + 1));
  }
  return problems;
}

const PLACES = [1, 2, 3] as const;

/** Events built from the flat fields: the first and second are required, the third is optional. */
export function eventsFromLegacy(fields: LegacyEventInput): OfferEventInput[] {
  return PLACES.flatMap((place) => {
    const eventName = fields[`event${place}`]?.trim() ?? '';
    if (eventName === '') return [];
    return {
      eventName,
      eventPayout: fields[`epo${place}`] ?? EVENT_DEFAULTS.eventPayout,
      eventCap: fields[`ecap${place}`] ?? EVENT_DEFAULTS.eventCap,
      isRequired: place < 3,
      description: '',
    };
  });
}

/** Whether a body names any of the flat fields. */
const namesLegacy = (fields: LegacyEventInput): boolean =>
  PLACES.some((place) =>
    ([`event${place}`, `epo${place}`, `ecap${place}`] as const).some((name) => fields[name] !== undefined),
  );

/**
 * The events of an offer after an old client sent its flat fields: what it names changes the first three, an emptied
 * name takes the event away, and what it cannot know (later events, descriptions, what is required) stays. Undefined
 * when it names none of them.
 */
export function mergeLegacy(
  stored: readonly OfferEventInput[],
  fields: LegacyEventInput,
): OfferEventInput[] | undefined {
  if (!namesLegacy(fields)) return undefined;
  const first = PLACES.flatMap((place) => {
    const before = stored[place - 1];
    const eventName = fields[`event${place}`] === undefined ? before?.eventName : fields[`event${place}`]?.trim();
    if (eventName === undefined || eventName === '') return [];
    return {
      ...(before?._id === undefined ? {} : { _id: before._id }),
      eventName,
      eventPayout: fields[`epo${place}`] ?? before?.eventPayout ?? EVENT_DEFAULTS.eventPayout,
      eventCap: fields[`ecap${place}`] ?? before?.eventCap ?? EVENT_DEFAULTS.eventCap,
      isRequired: before?.isRequired ?? place < 3,
      description: before?.description ?? '',
    };
  });
  return [...first, ...stored.slice(PLACES.length)];
}

/** The flat fields of an offer's first three events. */
export function legacyFromEvents(events: readonly OfferEvent[]): LegacyEventFields {
  const flat: Record<string, string | number> = {};
  for (const place of PLACES) {
    const event = events[place - 1];
    flat[`event${place}`] = event?.eventName ?? '';
    flat[`epo${place}`] = event?.eventPayout ?? EVENT_DEFAULTS.eventPayout;
    flat[`ecap${place}`] = event?.eventCap ?? EVENT_DEFAULTS.eventCap;
    flat[`event${place}Count`] = event?.eventCount ?? 0;
  }
  return flat as LegacyEventFields;
}
