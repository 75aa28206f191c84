import * as z from '#schema';
import { trimmed } from '../http/index.ts';
import { macrosIn, urlProblem } from '../postbacks/index.ts';
import { paramNamesProblem } from './click-id-params.ts';
import { offerEvent, offerEventInput } from './offer-events.ts';
import {
  hasDecimals,
  isWebUrl,
  notAnAddress,
  OFFER_LIMITS,
  OFFER_TEXTS,
  OFFER_TOPICS,
  OFFER_TYPES,
  REWARD_LIMITS,
  tooLong,
} from './offer-rules.ts';

interface OfferField {
  readonly label: string;
  /** The request's schema. An optional field that is left out keeps its stored value. */
  readonly input: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
  /** The default of a new offer. Absent for fields that a request must have. */
  readonly default?: unknown;
  /** The column of the same name stores the answered value unchanged. Other fields are mapped in the server. */
  readonly isStored?: true;
}

const required = (message: string, maximum: number) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(maximum, tooLong(maximum)));

/** Null or empty clears the text. */
const optional = (maximum: number) => z.optional(z.nullable(trimmed(z.maxLength(maximum, tooLong(maximum)))));

const TEXT = { answer: z.string(), default: '' };
const SWITCH = {
  input: z.optional(z.enum(['active', 'inactive'])),
  answer: z.enum(['active', 'inactive']),
  default: 'inactive',
};

const isEmpty = (text: string | null | undefined): boolean => (text ?? '') === '';

/** The path of an uploaded image, as in the answer's `image`. */
export const UPLOADED_IMAGE = /^\/images\/([0-9a-f]{64})$/;

const imageUrl = trimmed(
  z.maxLength(OFFER_LIMITS.url, tooLong(OFFER_LIMITS.url)),
  z.refine((text) => isEmpty(text) || UPLOADED_IMAGE.test(text) || isWebUrl(text), OFFER_TEXTS.imageUrl),
);

const filledAsMeant = z.refine<string | null | undefined>((url) => urlProblem(url ?? '') === undefined, {
  error: ({ input }) => urlProblem(String(input)) ?? '',
});
const hasClickId = (url: string | null | undefined): boolean =>
  isEmpty(url) || macrosIn(url ?? '').includes('click_id');

const paramNames = z.array(trimmed()).check(
  z.overwrite((names) => [...new Set(names.filter((name) => name !== ''))]),
  z.maxLength(OFFER_LIMITS.params, `Use at most ${OFFER_LIMITS.params} parameters`),
  z.refine((names) => paramNamesProblem(names) === undefined, {
    error: ({ input }) => paramNamesProblem(input as string[]) ?? '',
  }),
);

const isAddress = (entry: string): boolean =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(entry).success);

/** `1.2.3.4, 10.0.0.0/8` → its entries. Lists of networks also have blanks, semicolons or new lines between them. */
const splitAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter((entry) => entry !== '');

const addresses = z.string().check(
  z.maxLength(OFFER_LIMITS.ipWhitelist, { error: tooLong(OFFER_LIMITS.ipWhitelist), abort: true }),
  z.refine((text) => splitAddresses(text).every(isAddress), {
    error: ({ input }) => notAnAddress(splitAddresses(String(input)).find((entry) => !isAddress(entry)) ?? ''),
  }),
  z.overwrite((text) => splitAddresses(text).join(', ')),
);

const stepInput = z.object({
  /** Ignored: the server numbers the steps from 1. */
  id: z.optional(z.union([z.number(), z.string()])),
  title: required(OFFER_TEXTS.steps, OFFER_LIMITS.shortText),
  description: required(OFFER_TEXTS.steps, OFFER_LIMITS.longText),
  isCompleted: z._default(z.boolean(), false),
});

const offerStep = z.object({ id: z.number(), title: z.string(), description: z.string(), isCompleted: z.boolean() });
export type OfferStep = z.infer<typeof offerStep>;

export const offerEventsInput = z
  .array(offerEventInput)
  .check(z.minLength(1, OFFER_TEXTS.eventsMin), z.maxLength(OFFER_LIMITS.events, OFFER_TEXTS.eventsMax));

/**
 * Every field of an offer that an admin edits. Request, answer, columns, audit log, form and labels are derived from
 * this map. A validation error names the first invalid field in this order.
 */
export const OFFER_FIELDS = {
  title: {
    label: 'Title',
    isStored: true,
    input: required(OFFER_TEXTS.titleRequired, OFFER_LIMITS.title),
    answer: z.string(),
  },
  description: {
    label: 'Description',
    isStored: true,
    input: required(OFFER_TEXTS.descriptionRequired, OFFER_LIMITS.longText),
    ...TEXT,
  },
  coins: {
    label: 'Coins',
    isStored: true,
    input: z
      .number(OFFER_TEXTS.coinsPositive)
      .check(
        z.gt(0, OFFER_TEXTS.coinsPositive),
        z.lte(OFFER_LIMITS.coins, OFFER_TEXTS.coinsTooMany),
        z.refine(Number.isInteger, OFFER_TEXTS.coinsWhole),
      ),
    answer: z.number(),
  },
  type: {
    label: 'Offer Type',
    isStored: true,
    input: z.enum(OFFER_TYPES, OFFER_TEXTS.typeRequired),
    answer: z.enum(OFFER_TYPES),
  },
  requirements: {
    label: 'Requirements',
    isStored: true,
    input: required(OFFER_TEXTS.requirementsRequired, OFFER_LIMITS.longText),
    ...TEXT,
  },
  /** A URL, `/images/{hash}` of an uploaded image, or empty. */
  image: { label: 'Offer Image', input: z.optional(z.nullable(imageUrl)), ...TEXT },
  developer: { label: 'Developer', isStored: true, input: optional(OFFER_LIMITS.shortText), ...TEXT },
  rating: {
    label: 'Rating',
    isStored: true,
    input: z.optional(
      z.number(OFFER_TEXTS.rating).check(
        z.gte(0, OFFER_TEXTS.rating),
        z.lte(5, OFFER_TEXTS.rating),
        z.refine((rating) => hasDecimals(rating, 1), OFFER_TEXTS.ratingDecimals),
      ),
    ),
    answer: z.number(),
    default: 4,
  },
  downloads: { label: 'Downloads', isStored: true, input: optional(OFFER_LIMITS.shortText), ...TEXT },
  category: {
    label: 'Category',
    isStored: true,
    input: z.optional(z.nullable(z.union([z.enum(OFFER_TOPICS), z.literal('')], 'Choose one of the categories'))),
    ...TEXT,
  },
  trackingUrl: {
    label: 'Tracking URL',
    isStored: true,
    input: required(OFFER_TEXTS.trackingUrlRequired, OFFER_LIMITS.url).check(
      filledAsMeant,
      z.refine(hasClickId, OFFER_TEXTS.trackingUrlClickId),
      z.refine((text) => isEmpty(text) || isWebUrl(text), OFFER_TEXTS.trackingUrlForm),
    ),
    ...TEXT,
  },
  pollUrl: {
    label: 'Status URL',
    isStored: true,
    input: optional(OFFER_LIMITS.url).check(
      filledAsMeant,
      z.refine(hasClickId, OFFER_TEXTS.pollUrlClickId),
      z.refine((text) => isEmpty(text) || isWebUrl(text ?? ''), OFFER_TEXTS.pollUrlForm),
    ),
    ...TEXT,
  },
  /** Only in the answer of a single offer. */
  postbackToken: {
    label: 'Postback Token',
    input: optional(OFFER_LIMITS.postbackTokenMax).check(
      z.refine(
        (text) => isEmpty(text) || (text ?? '').length >= OFFER_LIMITS.postbackTokenMin,
        OFFER_TEXTS.postbackTokenShort,
      ),
    ),
    ...TEXT,
  },
  customClickIdParams: {
    label: 'Parameter names',
    isStored: true,
    input: z.optional(paramNames),
    answer: z.array(z.string()),
    default: [],
  },
  deadline: {
    label: 'Deadline',
    isStored: true,
    input: optional(OFFER_LIMITS.shortText),
    answer: z.string(),
    default: '7 days',
  },
  steps: {
    label: 'Steps',
    input: z
      .array(stepInput, OFFER_TEXTS.stepsMin)
      .check(z.minLength(1, OFFER_TEXTS.stepsMin), z.maxLength(OFFER_LIMITS.steps, OFFER_TEXTS.stepsMax)),
    answer: z.array(offerStep),
  },
  isActive: {
    label: 'Active',
    isStored: true,
    input: z.optional(z.boolean()),
    answer: z.boolean(),
    default: true,
  },
  events: { label: 'Event Management', input: z.optional(offerEventsInput), answer: z.array(offerEvent) },
  ipWhitelistSwitch: { label: 'IP whitelist', ...SWITCH },
  ipWhitelist: { label: 'Allowed IP addresses', isStored: true, input: z.optional(addresses), ...TEXT },
  ipBlock: { label: 'IP block', ...SWITCH },
  /** A body without it means each click. */
  rewardLimit: {
    label: 'Pays each user',
    isStored: true,
    input: z.optional(z.enum(REWARD_LIMITS, 'Choose how often the offer pays one user')),
    answer: z.enum(REWARD_LIMITS),
    default: 'each_click',
  },
  /** The id of the network that pays for the offer. Null or empty: none. */
  network: {
    label: 'Network',
    input: z.optional(z.nullable(trimmed(z.maxLength(64, OFFER_TEXTS.networkUnknown)))),
    answer: z.nullable(z.string()),
    default: null,
  },
} as const satisfies Record<string, OfferField>;

type Fields = typeof OFFER_FIELDS;
export type OfferFieldName = keyof Fields;
type Value<Name extends OfferFieldName> = z.output<Fields[Name]['answer']>;

export const OFFER_FIELD_NAMES = Object.keys(OFFER_FIELDS) as OfferFieldName[];

/** Returns one property of every field, by field name. */
export const partOfEach = <Part>(part: (field: OfferField) => Part): Readonly<Record<string, Part>> =>
  Object.fromEntries(Object.entries(OFFER_FIELDS).map(([name, field]) => [name, part(field)]));

export const OFFER_INPUTS = partOfEach(({ input }) => input) as { [Name in OfferFieldName]: Fields[Name]['input'] };
export const OFFER_ANSWERS = partOfEach(({ answer }) => answer) as { [Name in OfferFieldName]: Fields[Name]['answer'] };
export const OFFER_DEFAULTS = partOfEach((field) => field.default) as {
  readonly [Name in OfferFieldName]: Fields[Name] extends { default: unknown } ? Value<Name> : undefined;
};

/** Fields that the server stores unchanged. */
export type StoredOfferField = {
  [Name in OfferFieldName]: Fields[Name] extends { isStored: true } ? Name : never;
}[OfferFieldName];
export const STORED_OFFER_FIELDS = OFFER_FIELD_NAMES.filter(
  (name): name is StoredOfferField => 'isStored' in OFFER_FIELDS[name],
);
export type StoredOfferColumns = { readonly [Name in StoredOfferField]: Value<Name> };
