import {
  OFFER_DEFAULTS,
  OFFER_LIMITS,
  offerInput,
  repeatedNames,
  paramNamesProblem,
  splitParamNames,
  type EditableOffer,
  type OfferCategory,
  type OfferInput,
} from '@muneem/contract/offers';
import { copy } from './offer-form.copy.ts';

export interface StepValues {
  /** For React; not sent. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly isCompleted: boolean;
}

export interface EventValues {
  readonly key: string;
  readonly _id: number | undefined;
  readonly eventName: string;
  readonly eventPayout: number | string;
  readonly eventCap: number | string;
  readonly eventCount: number;
  readonly isRequired: boolean;
  readonly description: string;
}

/** What the fields hold; named as in the contract, so that a message's path is a field's path. */
export interface OfferFormValues {
  readonly offerCategory: OfferCategory;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly coins: number | string;
  readonly developer: string;
  readonly rating: number | string;
  readonly downloads: string;
  readonly category: string;
  readonly isActive: boolean;
  readonly trackingUrl: string;
  readonly postbackToken: string;
  readonly pollUrl: string;
  /** Comma-separated; only where the offer is made. */
  readonly customClickIdParams: string;
  readonly requirements: string;
  readonly deadline: string;
  readonly steps: StepValues[];
  readonly ipWhitelistSwitch: 'active' | 'inactive';
  readonly ipWhitelist: string;
  readonly ipBlock: 'active' | 'inactive';
  readonly image: string;
  /** A chosen file as a data URL. */
  readonly imageData: string;
  readonly events: EventValues[];
}

let lastKey = 0;
const newKey = (): string => `n${++lastKey}`;

export const emptyStep = (): StepValues => ({ key: newKey(), title: '', description: '', isCompleted: false });

export const emptyEvent = (): EventValues => ({
  key: newKey(),
  _id: undefined,
  eventName: '',
  eventPayout: OFFER_DEFAULTS.eventPayout,
  eventCap: OFFER_DEFAULTS.eventCap,
  eventCount: 0,
  isRequired: true,
  description: '',
});

/** A new offer: one empty step, one empty event, the specification's defaults. */
export const newOfferValues = (offerCategory: OfferCategory): OfferFormValues => ({
  offerCategory,
  type: typeOfCategory(offerCategory),
  title: '',
  description: '',
  coins: '',
  developer: '',
  rating: OFFER_DEFAULTS.rating,
  downloads: '',
  category: '',
  isActive: OFFER_DEFAULTS.isActive,
  trackingUrl: '',
  postbackToken: '',
  pollUrl: '',
  customClickIdParams: '',
  requirements: '',
  deadline: OFFER_DEFAULTS.deadline,
  steps: [emptyStep()],
  ipWhitelistSwitch: 'inactive',
  ipWhitelist: '',
  ipBlock: 'inactive',
  image: '',
  imageData: '',
  events: [emptyEvent()],
});

/** Prime offers have one type; a regular one has to be chosen. */
export const typeOfCategory = (offerCategory: OfferCategory): string => (offerCategory === 'prime' ? 'prime' : '');

export const offerToValues = (offer: EditableOffer): OfferFormValues => ({
  offerCategory: offer.offerCategory,
  type: offer.type,
  title: offer.title,
  description: offer.description,
  coins: offer.coins,
  developer: offer.developer,
  rating: offer.rating,
  downloads: offer.downloads,
  category: offer.category,
  isActive: offer.isActive,
  trackingUrl: offer.trackingUrl,
  postbackToken: offer.postbackToken,
  pollUrl: offer.pollUrl,
  customClickIdParams: '',
  requirements: offer.requirements,
  deadline: offer.deadline,
  steps: offer.steps.map(({ title, description, isCompleted }) => ({ key: newKey(), title, description, isCompleted })),
  ipWhitelistSwitch: offer.ipWhitelistSwitch,
  ipWhitelist: offer.ipWhitelist,
  ipBlock: offer.ipBlock,
  image: offer.image,
  imageData: '',
  events: offer.events.map((event) => ({ key: newKey(), ...event })),
});

/**
 * A new offer like another one. It starts inactive, with events of its own and without the token, so that nothing of the
 * first one's postbacks ever means the second.
 */
export const copyOfOffer = (offer: EditableOffer): OfferFormValues => ({
  ...offerToValues(offer),
  title: copy.duplicateTitle(offer.title).slice(0, OFFER_LIMITS.title).toWellFormed(),
  isActive: false,
  postbackToken: '',
  customClickIdParams: offer.customClickIdParams.join(', '),
  events: offerToValues(offer).events.map((event) => ({ ...event, _id: undefined, eventCount: 0 })),
});

/** Values that were stored: keys of another visit may be those of new rows. */
export const withNewKeys = (values: OfferFormValues): OfferFormValues => ({
  ...values,
  steps: values.steps.map((step) => ({ ...step, key: newKey() })),
  events: values.events.map((event) => ({ ...event, key: newKey() })),
});

/** An empty number field counts as left out. */
const numberOf = (value: number | string): number | undefined => (value === '' ? undefined : Number(value));

/** The body that the values mean. `version`: the one that was being edited; without it a new offer. */
export function valuesToBody(
  values: OfferFormValues,
  version?: number,
): Record<keyof OfferInput, unknown> | Record<string, unknown> {
  const { customClickIdParams, imageData, steps, events, type, ...plain } = values;
  return {
    ...plain,
    type: type === '' ? undefined : type,
    coins: numberOf(values.coins),
    rating: numberOf(values.rating) ?? OFFER_DEFAULTS.rating,
    steps: steps.map(({ key: _key, ...step }, index) => ({ id: index + 1, ...step })),
    // An empty amount is not the default of a new event: it has to be filled in.
    events: events.map(({ key: _key, eventCount: _count, ...event }, index) => ({
      ...event,
      eventOrder: index + 1,
      eventPayout: numberOf(event.eventPayout) ?? Number.NaN,
      eventCap: numberOf(event.eventCap) ?? Number.NaN,
    })),
    ...(imageData === '' ? {} : { imageData }),
    // In edit mode the parameters are saved by their own requests.
    ...(version === undefined ? { customClickIdParams: splitParamNames(customClickIdParams) } : { version }),
  };
}

/** Messages by field path, from the same rules that the server applies. */
export function formErrors(values: OfferFormValues, version?: number): Record<string, string> {
  const parsed = offerInput.safeParse(valuesToBody(values, version));
  const errors: Record<string, string> = {};
  if (!parsed.success) for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= issue.message;
  for (const [index, message] of repeatedNames(values.events)) errors[`events.${index}.eventName`] ??= message;
  const params = paramNamesProblem(splitParamNames(values.customClickIdParams));
  if (version === undefined && params !== undefined) errors['customClickIdParams'] = params;
  return errors;
}
