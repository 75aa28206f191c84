import {
  EVENT_DEFAULTS,
  eventsFromLegacy,
  OFFER_DEFAULTS,
  OFFER_FIELD_NAMES,
  OFFER_FIELDS,
  OFFER_LIMITS,
  REWARD_LIMIT_OF_TYPE,
  offerInput,
  repeatedNames,
  paramNamesProblem,
  splitParamNames,
  type Offer,
  type OfferCategory,
  type OfferFieldName,
  type OfferInput,
  type OfferType,
  type RewardLimit,
} from '@muneem/contract/offers';
import { enteredNumber } from '#lib/number-text.ts';
import { copy } from './offer-form.copy.ts';

export interface StepValues {
  /** React's key. Not sent. */
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
  /** Empty: unknown. */
  readonly revenue: number | string;
  readonly eventCount: number;
  readonly isRequired: boolean;
  readonly description: string;
}

/** An empty number field holds an empty text. */
type FieldValue<Value> = Value extends number ? number | string : Value;
type PlainField = Exclude<
  OfferFieldName,
  'type' | 'rewardLimit' | 'customClickIdParams' | 'steps' | 'events' | 'network'
>;

/** The fields' values. They are named as in the contract, so that a message's path is a field's path. */
export interface OfferFormValues extends Readonly<{ [Name in PlainField]: FieldValue<Offer[Name]> }> {
  readonly offerCategory: OfferCategory;
  /** Empty until one is chosen. */
  readonly type: string;
  /** Empty until one is chosen by hand: then the type decides. */
  readonly rewardLimit: RewardLimit | '';
  /** A network's id. Empty: none. */
  readonly network: string;
  /** Separated by commas. Only a new offer sends them. */
  readonly customClickIdParams: string;
  readonly steps: StepValues[];
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
  eventPayout: EVENT_DEFAULTS.eventPayout,
  eventCap: EVENT_DEFAULTS.eventCap,
  revenue: '',
  eventCount: 0,
  isRequired: true,
  description: '',
});

/** A new offer: one empty step, one empty event, the specification's defaults. */
export const newOfferValues = (offerCategory: OfferCategory): OfferFormValues => ({
  ...OFFER_DEFAULTS,
  offerCategory,
  type: typeOfCategory(offerCategory),
  rewardLimit: '',
  network: '',
  title: '',
  coins: '',
  customClickIdParams: '',
  steps: [emptyStep()],
  imageData: '',
  events: [emptyEvent()],
});

/** Returns the chosen limit, or the default of the type. */
export const rewardLimitOf = ({ rewardLimit, type }: Pick<OfferFormValues, 'rewardLimit' | 'type'>): RewardLimit =>
  rewardLimit || (REWARD_LIMIT_OF_TYPE[type as OfferType] ?? OFFER_DEFAULTS.rewardLimit);

/** Prime offers have one type. The type of a regular offer must be chosen. */
export const typeOfCategory = (offerCategory: OfferCategory): string => (offerCategory === 'prime' ? 'prime' : '');

/** An old offer without a list of events gets them from its flat fields (document 000 §3). */
const eventsOf = (offer: Offer): readonly Omit<EventValues, 'key'>[] =>
  offer.events.length > 0
    ? offer.events.map(({ eventOrder: _order, revenue, ...event }) => ({ ...event, revenue: revenue ?? '' }))
    : eventsFromLegacy(offer).map((event) => ({ ...event, _id: undefined, revenue: '', eventCount: 0 }));

export const offerToValues = (offer: Offer): OfferFormValues => ({
  ...(Object.fromEntries(OFFER_FIELD_NAMES.map((name) => [name, offer[name]])) as Pick<Offer, OfferFieldName>),
  offerCategory: offer.offerCategory,
  network: offer.network ?? '',
  customClickIdParams: '',
  steps: offer.steps.map(({ title, description, isCompleted }) => ({ key: newKey(), title, description, isCompleted })),
  imageData: '',
  events: eventsOf(offer).map((event) => ({ key: newKey(), ...event })),
});

/**
 * The values of a new offer that copies another one. It starts inactive, with new events and without the token, so that no
 * postback of the first offer matches the copy.
 */
export const copyOfOffer = (offer: Offer): OfferFormValues => ({
  ...offerToValues(offer),
  title: copy.duplicateTitle(offer.title).slice(0, OFFER_LIMITS.title).toWellFormed(),
  isActive: false,
  postbackToken: '',
  customClickIdParams: offer.customClickIdParams.join(', '),
  events: offerToValues(offer).events.map((event) => ({ ...event, _id: undefined, eventCount: 0 })),
});

/** Renews the keys of stored values, which may collide with the keys of new rows. */
export const withNewKeys = (values: OfferFormValues): OfferFormValues => ({
  ...values,
  steps: values.steps.map((step) => ({ ...step, key: newKey() })),
  events: values.events.map((event) => ({ ...event, key: newKey() })),
});

type NumberField = { [Name in PlainField]: Offer[Name] extends number ? Name : never }[PlainField];
const NUMBER_FIELDS = OFFER_FIELD_NAMES.filter(
  (name): name is NumberField => OFFER_FIELDS[name].answer.type === 'number',
);

/** The request body of the values. Without `version` it is a new offer. */
export function valuesToBody(
  values: OfferFormValues,
  version?: number,
): Record<keyof OfferInput, unknown> | Record<string, unknown> {
  const { customClickIdParams, imageData, steps, events, type, ...plain } = values;
  return {
    ...plain,
    ...Object.fromEntries(NUMBER_FIELDS.map((name) => [name, enteredNumber(values[name]) ?? OFFER_DEFAULTS[name]])),
    type: type === '' ? undefined : type,
    rewardLimit: rewardLimitOf(values),
    steps: steps.map(({ key: _key, ...step }, index) => ({ id: index + 1, ...step })),
    // An empty amount is an error. It does not become the default.
    events: events.map(({ key: _key, eventCount: _count, ...event }, index) => ({
      ...event,
      eventOrder: index + 1,
      eventPayout: enteredNumber(event.eventPayout) ?? Number.NaN,
      eventCap: enteredNumber(event.eventCap) ?? Number.NaN,
      revenue: enteredNumber(event.revenue) ?? null,
    })),
    ...(imageData === '' ? {} : { imageData }),
    // A stored offer saves its parameters by requests of their own.
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
