import * as z from 'zod/mini';
import { paramNamesProblem } from './click-id-params.ts';
import {
  eventsFromLegacy,
  mergeLegacy,
  legacyEventInputFields,
  offerEventInput,
  type LegacyEventInput,
  type OfferEventInput,
} from './offer-events.ts';
import {
  categoryOfType,
  CLICK_ID_MACRO,
  hasDecimals,
  isWebUrl,
  notAnAddress,
  OFFER_CATEGORIES,
  OFFER_LIMITS,
  OFFER_TEXTS,
  OFFER_TOPICS,
  OFFER_TYPES,
  tooLong,
} from './offer-rules.ts';

const required = (message: string, maximum: number) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(maximum, tooLong(maximum)));

/** Left out: keeps what it is. Null or empty: none. */
const optionalText = (maximum: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(maximum, tooLong(maximum)))));

const isEmpty = (text: string | null): boolean => text === null || text === '';

const stepText = (maximum: number) => required(OFFER_TEXTS.steps, maximum);

/** A step as it is sent; `id` is renumbered from 1. */
export const offerStepInput = z.object({
  id: z.optional(z.union([z.number(), z.string()])),
  title: stepText(OFFER_LIMITS.shortText),
  description: stepText(OFFER_LIMITS.longText),
  isCompleted: z._default(z.boolean(), false),
});

const isAddress = (entry: string): boolean =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(entry).success);

/** `1.2.3.4, 10.0.0.0/8` → its entries, trimmed, without empties. */
export const splitAddresses = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const addresses = z.string().check(
  z.maxLength(OFFER_LIMITS.ipWhitelist, { error: tooLong(OFFER_LIMITS.ipWhitelist), abort: true }),
  z.refine((text) => splitAddresses(text).every(isAddress), {
    error: ({ input }) => notAnAddress(splitAddresses(String(input)).find((entry) => !isAddress(entry)) ?? ''),
  }),
  z.overwrite((text) => splitAddresses(text).join(', ')),
);

const switchState = () => z.optional(z.enum(['active', 'inactive']));

/** The path of an image that was uploaded here, as it is answered in `image`. */
export const UPLOADED_IMAGE = /^\/images\/([0-9a-f]{64})$/;

/** An offer's events as a whole. */
export const offerEventsInput = z
  .array(offerEventInput)
  .check(z.minLength(1, OFFER_TEXTS.eventsMin), z.maxLength(OFFER_LIMITS.events, OFFER_TEXTS.eventsMax));

/**
 * The body of POST and PUT. Fields without "required" may be left out: on POST they get their default, on PUT they keep
 * what they are. Events may come as `events` or as the flat fields event1–3.
 */
export const offerInput = z
  .object({
    title: required(OFFER_TEXTS.titleRequired, OFFER_LIMITS.title),
    description: required(OFFER_TEXTS.descriptionRequired, OFFER_LIMITS.longText),
    coins: z
      .number(OFFER_TEXTS.coinsPositive)
      .check(
        z.gt(0, OFFER_TEXTS.coinsPositive),
        z.lte(OFFER_LIMITS.coins, OFFER_TEXTS.coinsTooMany),
        z.refine(Number.isInteger, OFFER_TEXTS.coinsWhole),
      ),
    type: z.enum(OFFER_TYPES, OFFER_TEXTS.typeRequired),
    offerCategory: z.optional(z.enum(OFFER_CATEGORIES)),
    requirements: required(OFFER_TEXTS.requirementsRequired, OFFER_LIMITS.longText),
    image: z.optional(
      z.nullable(
        z.string().check(
          z.trim(),
          z.maxLength(OFFER_LIMITS.url, tooLong(OFFER_LIMITS.url)),
          z.refine((text) => isEmpty(text) || UPLOADED_IMAGE.test(text) || isWebUrl(text), OFFER_TEXTS.imageUrl),
        ),
      ),
    ),
    /** A file as `data:image/…;base64,…`; it wins over `image`. */
    imageData: z.optional(z.nullable(z.string())),
    developer: optionalText(OFFER_LIMITS.shortText),
    rating: z.optional(
      z.number(OFFER_TEXTS.rating).check(
        z.gte(0, OFFER_TEXTS.rating),
        z.lte(5, OFFER_TEXTS.rating),
        z.refine((rating) => hasDecimals(rating, 1), OFFER_TEXTS.ratingDecimals),
      ),
    ),
    downloads: optionalText(OFFER_LIMITS.shortText),
    category: z.optional(z.nullable(z.union([z.enum(OFFER_TOPICS), z.literal('')], 'Choose one of the categories'))),
    trackingUrl: required(OFFER_TEXTS.trackingUrlRequired, OFFER_LIMITS.url).check(
      z.refine((text) => isEmpty(text) || text.includes(CLICK_ID_MACRO), OFFER_TEXTS.trackingUrlClickId),
      z.refine((text) => isEmpty(text) || isWebUrl(text), OFFER_TEXTS.trackingUrlForm),
    ),
    pollUrl: optionalText(OFFER_LIMITS.url).check(
      z.refine((text) => isEmpty(text ?? null) || text?.includes(CLICK_ID_MACRO) === true, OFFER_TEXTS.pollUrlClickId),
      z.refine((text) => isEmpty(text ?? null) || isWebUrl(text ?? ''), OFFER_TEXTS.pollUrlForm),
    ),
    postbackToken: optionalText(OFFER_LIMITS.postbackTokenMax).check(
      z.refine(
        (text) => isEmpty(text ?? null) || (text ?? '').length >= OFFER_LIMITS.postbackTokenMin,
        OFFER_TEXTS.postbackTokenShort,
      ),
    ),
    customClickIdParams: z.optional(
      z.array(z.string().check(z.trim())).check(
        z.overwrite((names) => [...new Set(names.filter((name) => name !== ''))]),
        z.maxLength(OFFER_LIMITS.params, `Use at most ${OFFER_LIMITS.params} parameters`),
        z.refine((names) => paramNamesProblem(names) === undefined, {
          error: ({ input }) => paramNamesProblem(input as string[]) ?? '',
        }),
      ),
    ),
    deadline: optionalText(OFFER_LIMITS.shortText),
    steps: z
      .array(offerStepInput, OFFER_TEXTS.stepsMin)
      .check(z.minLength(1, OFFER_TEXTS.stepsMin), z.maxLength(OFFER_LIMITS.steps, OFFER_TEXTS.stepsMax)),
    isActive: z.optional(z.boolean()),
    events: z.optional(offerEventsInput),
    ...legacyEventInputFields,
    ipWhitelistSwitch: switchState(),
    ipWhitelist: z.optional(addresses),
    ipBlock: switchState(),
    /** The version that the caller saw: a PUT over a newer one is refused (409 `version_conflict`). */
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

/** The events that a change means for an offer that has `stored` ones: undefined when it says nothing of them. */
export const eventsOfUpdate = (
  stored: readonly OfferEventInput[],
  input: { events?: OfferEventInput[] | undefined } & LegacyEventInput,
): OfferEventInput[] | undefined => input.events ?? mergeLegacy(stored, input);
