import * as z from '#schema';
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
 * The body of POST and PUT. A missing optional field gets its default on POST and keeps its value on PUT. Events are
 * sent as `events` or as the flat fields event1–3.
 */
export const offerInput = z
  .object({
    ...OFFER_INPUTS,
    offerCategory: z.optional(z.enum(OFFER_CATEGORIES)),
    /** A file as `data:image/…;base64,…`. It overrides `image`. */
    imageData: z.optional(z.nullable(z.string())),
    ...legacyEventInputFields,
    /** The version that the caller saw. A PUT with an older version is refused (409 `version_conflict`). */
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

/** Returns the events of a body: its list, else its flat fields, else undefined. */
export function eventsOfInput(
  input: { events?: OfferEventInput[] | undefined } & LegacyEventInput,
): OfferEventInput[] | undefined {
  if (input.events) return input.events;
  const legacy = eventsFromLegacy(input);
  return legacy.length === 0 ? undefined : legacy;
}

/** Returns the new events of an offer with the events `stored`. Undefined if the body has no events. */
export const eventsOfUpdate = (
  stored: readonly OfferEventInput[],
  input: { events?: OfferEventInput[] | undefined } & LegacyEventInput,
): OfferEventInput[] | undefined => input.events ?? mergeLegacy(stored, input);
