import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { eventsFromLegacy } from './offer-events.ts';
import { partOfEach, type OFFER_ANSWERS, type OfferFieldName } from './offer-fields.ts';
import { categoryOfType, EVENT_DEFAULTS } from './offer-rules.ts';
import { getOffer } from './offers.api.ts';

const orDefault = <Value>(schema: z.ZodMiniType<Value>, whereNothing: Value) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value): Value => value ?? whereNothing),
  );
const text = () => orDefault(z.string(), '');
const flag = () => orDefault(z.boolean(), false);

/** Each field, or its default if the answer lacks it. */
const tolerant = partOfEach(({ answer, default: whereNothing }) =>
  whereNothing === undefined ? answer : orDefault(answer, whereNothing),
) as { [Name in OfferFieldName]: z.ZodMiniType<z.output<(typeof OFFER_ANSWERS)[Name]>> };

const step = z.object({ title: text(), description: text(), isCompleted: flag() });

const event = z.object({
  /** Our ids are numbers. The id of another server is dropped. */
  _id: z.pipe(
    z.optional(z.unknown()),
    z.transform((id) => (typeof id === 'number' ? id : undefined)),
  ),
  eventName: text(),
  eventPayout: orDefault(z.number(), EVENT_DEFAULTS.eventPayout),
  eventCap: orDefault(z.number(), EVENT_DEFAULTS.eventCap),
  eventCount: orDefault(z.number(), 0),
  eventOrder: orDefault(z.number(), 0),
  isRequired: flag(),
  description: text(),
});

const byOrder = (one: z.infer<typeof event>, other: z.infer<typeof event>): number => one.eventOrder - other.eventOrder;

const legacyName = z.nullish(z.string());
const legacyNumber = z.optional(z.number());

const readOfferAnswer = z.pipe(
  z.object({
    _id: z.string(),
    ...tolerant,
    steps: orDefault(z.array(step), []),
    events: orDefault(z.array(event), []),
    version: orDefault(z.number(), 0),
    event1: legacyName,
    epo1: legacyNumber,
    ecap1: legacyNumber,
    event2: legacyName,
    epo2: legacyNumber,
    ecap2: legacyNumber,
    event3: legacyName,
    epo3: legacyNumber,
    ecap3: legacyNumber,
  }),
  z.transform(({ event1, epo1, ecap1, event2, epo2, ecap2, event3, epo3, ecap3, events, ...offer }) => {
    const flat = { event1, epo1, ecap1, event2, epo2, ecap2, event3, epo3, ecap3 };
    const listed = events.toSorted(byOrder).map(({ eventOrder: _order, ...rest }) => ({ ...rest, _id: rest._id }));
    const fromFlat = () => eventsFromLegacy(flat).map((built) => ({ ...built, _id: undefined, eventCount: 0 }));
    return {
      ...offer,
      offerCategory: categoryOfType(offer.type),
      steps: offer.steps.length > 0 ? offer.steps : [step.parse({})],
      events: listed.length > 0 ? listed : fromFlat(),
    };
  }),
);

/**
 * `getOffer` as the form reads it. Fields with a default in document 000 §3 may be missing. An offer without a list of
 * events gets them from its flat fields.
 */
export const readOffer = defineRoute({ ...getOffer, answer: readOfferAnswer });
/** An offer as the form edits it. */
export type EditableOffer = z.infer<typeof readOfferAnswer>;
