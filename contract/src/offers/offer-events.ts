import * as z from '#schema';
import { trimmed } from '../http/index.ts';
import { canonicalEventName, eventKey } from '../conversions/index.ts';
import { EVENT_DEFAULTS, hasDecimals, OFFER_LIMITS, OFFER_TEXTS, tooLong } from './offer-rules.ts';

const payout = () =>
  z.number(OFFER_TEXTS.eventPayout).check(
    z.gte(0, OFFER_TEXTS.eventPayout),
    z.lte(OFFER_LIMITS.payoutRupees, 'Payout must be ₹1,00,00,000 or less'),
    z.refine((rupees) => hasDecimals(rupees, 2), OFFER_TEXTS.eventPayoutDecimals),
  );

const revenue = () =>
  z.number(OFFER_TEXTS.eventRevenue).check(
    z.gte(0, OFFER_TEXTS.eventRevenue),
    z.lte(OFFER_LIMITS.payoutRupees, OFFER_TEXTS.eventRevenueMost),
    z.refine((rupees) => hasDecimals(rupees, 2), OFFER_TEXTS.eventRevenueDecimals),
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
  /** The id of the stored event. Without it the event is matched by name, or is new. */
  _id: z.optional(z.number()),
  /** Position from 1. Ignored: the server uses the order of the list. */
  eventOrder: z.optional(z.number()),
  eventName: z.string(OFFER_TEXTS.eventName).check(
    z.trim(),
    z.minLength(1, OFFER_TEXTS.eventName),
    z.maxLength(OFFER_LIMITS.shortText, tooLong(OFFER_LIMITS.shortText)),
    z.refine((name) => !/[\p{Cc}]/u.test(name), 'Use a single line of text'),
    // The name ends a postback's URL, and URL parsers remove dot segments.
    z.refine((name) => name !== '.' && name !== '..', 'The event name cannot be “.” or “..”'),
  ),
  eventPayout: z._default(payout(), EVENT_DEFAULTS.eventPayout),
  eventCap: z._default(cap(), EVENT_DEFAULTS.eventCap),
  /** Rupees that the network pays for an approved conversion. Null is unknown. Left out, the stored value stays. */
  revenue: z.optional(z.nullable(revenue())),
  isRequired: z._default(z.boolean(), false),
  description: z._default(trimmed(z.maxLength(OFFER_LIMITS.longText, tooLong(OFFER_LIMITS.longText))), ''),
});
export type OfferEventInput = z.infer<typeof offerEventInput>;

/** An event in an answer. */
export const offerEvent = z.object({
  _id: z.number(),
  eventName: z.string(),
  /** Rupees. */
  eventPayout: z.number(),
  /** Expected rupees of the network for an approved conversion. Null: unknown. */
  revenue: z.nullable(z.number()),
  /** Paid conversions per day of Asia/Kolkata. */
  eventCap: z.number(),
  /** Paid conversions today. */
  eventCount: z.number(),
  /** Position, from 1. */
  eventOrder: z.number(),
  isRequired: z.boolean(),
  description: z.string(),
});
export type OfferEvent = z.infer<typeof offerEvent>;

/** Flat fields for old clients: the first three events. A missing event has an empty name. */
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

type LegacyEventFields = { [Key in keyof typeof legacyEventFields]: z.infer<(typeof legacyEventFields)[Key]> };
export type LegacyEventInput = {
  [Key in keyof typeof legacyEventInputFields]?: z.infer<(typeof legacyEventInputFields)[Key]>;
};

/** Returns the message for `name` if another event has the equivalent name `taken`. */
export const nameTaken = (name: string, taken: string, number: number): string =>
  eventKey(name) === eventKey(taken)
    ? `“${name}” is the name of event ${number}. Change that event, or use another name here.`
    : `“${name}” means the same as “${taken}”, the name of event ${number}. Change that event, or use another name here.`;

/** Returns the messages for repeated names, by the index of the later event. */
export function repeatedNames(events: readonly { readonly eventName: string }[]): Map<number, string> {
  const names = events.map(({ eventName }) => canonicalEventName(eventName));
  const problems = new Map<number, string>();
  for (const [index, { eventName }] of events.entries()) {
    const first = names.indexOf(canonicalEventName(eventName));
    const other = events[first];
    if (eventName.trim() !== '' && other && first < index)
      problems.set(index, nameTaken(eventName, other.eventName, first + 1));
  }
  return problems;
}

const SLOTS = [1, 2, 3] as const;

/** Builds events from the flat fields. The first two are required, the third is optional. */
export function eventsFromLegacy(fields: LegacyEventInput): OfferEventInput[] {
  return SLOTS.flatMap((slot) => {
    const eventName = fields[`event${slot}`]?.trim() ?? '';
    if (eventName === '') return [];
    return {
      eventName,
      eventPayout: fields[`epo${slot}`] ?? EVENT_DEFAULTS.eventPayout,
      eventCap: fields[`ecap${slot}`] ?? EVENT_DEFAULTS.eventCap,
      isRequired: slot < 3,
      description: '',
    };
  });
}

/** Says whether a body has any of the flat fields. */
const namesLegacy = (fields: LegacyEventInput): boolean =>
  SLOTS.some((slot) =>
    ([`event${slot}`, `epo${slot}`, `ecap${slot}`] as const).some((name) => fields[name] !== undefined),
  );

/**
 * Applies the flat fields of an old client to the stored events. They change the first three events, and an emptied
 * name removes its event. Everything that the client cannot know stays: later events, descriptions, required flags.
 * Undefined without any flat field.
 */
export function mergeLegacy(
  stored: readonly OfferEventInput[],
  fields: LegacyEventInput,
): OfferEventInput[] | undefined {
  if (!namesLegacy(fields)) return undefined;
  const first = SLOTS.flatMap((slot) => {
    const before = stored[slot - 1];
    const eventName = fields[`event${slot}`] === undefined ? before?.eventName : fields[`event${slot}`]?.trim();
    if (eventName === undefined || eventName === '') return [];
    return {
      ...(before?._id === undefined ? {} : { _id: before._id }),
      eventName,
      eventPayout: fields[`epo${slot}`] ?? before?.eventPayout ?? EVENT_DEFAULTS.eventPayout,
      eventCap: fields[`ecap${slot}`] ?? before?.eventCap ?? EVENT_DEFAULTS.eventCap,
      isRequired: before?.isRequired ?? slot < 3,
      description: before?.description ?? '',
      ...(before?.revenue === undefined ? {} : { revenue: before.revenue }),
    };
  });
  return [...first, ...stored.slice(SLOTS.length)];
}

/** Returns the flat fields of an offer's first three events. */
export function legacyFromEvents(events: readonly OfferEvent[]): LegacyEventFields {
  const flat: Record<string, string | number> = {};
  for (const slot of SLOTS) {
    const event = events[slot - 1];
    flat[`event${slot}`] = event?.eventName ?? '';
    flat[`epo${slot}`] = event?.eventPayout ?? EVENT_DEFAULTS.eventPayout;
    flat[`ecap${slot}`] = event?.eventCap ?? EVENT_DEFAULTS.eventCap;
    flat[`event${slot}Count`] = event?.eventCount ?? 0;
  }
  return flat as LegacyEventFields;
}
