import * as z from 'zod/mini';
import {
  eventsFromLegacy,
  legacyEventInputFields,
  mergeLegacy,
  type LegacyEventInput,
  type OfferEventInput,
} from './offer-events.ts';
import { OFFER_INPUTS } from './offer-fields.ts';
import { categoryOfType, OFFER_CATEGORIES, OFFER_TEXTS } from './offer-rules.ts';

/**
 * The body of POST and PUT. Optional fields may be left out: on POST they get their default, on PUT they keep their
 * value. Events may come as `events` or as the flat fields event1–3.
 */
export const offerInput = z
  .object({
    ...OFFER_INPUTS,
    offerCategory: z.optional(z.enum(OFFER_CATEGORIES)),
    /** A file as `data:image/…;base64,…`. It wins over `image`. */
    imageData: z.optional(z.nullable(z.string())),
    ...legacyEventInputFields,
    /** The version that the caller saw. A PUT over a newer one is refused (409 `version_conflict`). */
    version: z.optional(z.number()),
  })
  .check(
    z.refine(({ offerCategory, type }) => offerCategory === undefined || categoryOfType(type) === offerCategory, {
      path: ['type'],
      error: OFFER_TEXTS.typeOfCategory,
    }),
    z.refine(
      ({ ipWhitelistSwitch, ipWhitelist }) =>
        ipWhitelistSwitch !== 'active' || ipWhitelist === undefined || ipWhitelist !== '',
      {
        path: ['ipWhitelist'],
        error: OFFER_TEXTS.ipWhitelistEmpty,
      },
    ),
  );
export type OfferInput = z.infer<typeof offerInput>;

/** The events that a body means: its list, else its flat fields, else none (undefined). */
export function eventsOfInput(
  input: { events?: OfferEventInput[] | undefined } & LegacyEventInput,
): OfferEventInput[] | undefined {
  if (input.events) return input.events;
  const legacy = eventsFromLegacy(input);
  return legacy.length === 0 ? undefined : legacy;
}

/** The events that a change means for an offer that has `stored` ones; undefined when it names none. */
export const eventsOfUpdate = (
  stored: readonly OfferEventInput[],
  input: { events?: OfferEventInput[] | undefined } & LegacyEventInput,
): OfferEventInput[] | undefined => input.events ?? mergeLegacy(stored, input);
