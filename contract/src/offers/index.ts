export {
  categoryOfType,
  EVENT_DEFAULTS,
  isWebUrl,
  OFFER_CATEGORIES,
  OFFER_IMAGE_TYPES,
  OFFER_LIMITS,
  OFFER_TEXTS,
  OFFER_TOPICS,
  OFFER_TYPES,
  popularityPercent,
  REGULAR_OFFER_TYPES,
  REWARD_LIMIT_OF_TYPE,
  REWARD_LIMITS,
} from './offer-rules.ts';
export type { OfferCategory, OfferType, RewardLimit } from './offer-rules.ts';
export { paramNameProblem, paramNamesProblem, splitParamNames } from './click-id-params.ts';
export { eventsFromLegacy, legacyFromEvents, mergeLegacy, nameTaken, repeatedNames } from './offer-events.ts';
export type { OfferEvent, OfferEventInput } from './offer-events.ts';
export {
  OFFER_DEFAULTS,
  OFFER_FIELD_NAMES,
  OFFER_FIELDS,
  offerEventsInput,
  STORED_OFFER_FIELDS,
  UPLOADED_IMAGE,
} from './offer-fields.ts';
export type { OfferFieldName, OfferStep, StoredOfferColumns, StoredOfferField } from './offer-fields.ts';
export { eventsOfInput, eventsOfUpdate, offerInput } from './offer-input.ts';
export type { OfferInput } from './offer-input.ts';
export type { Offer, OfferSummary } from './offer.ts';
export {
  addCustomClickParam,
  createOffer,
  deleteOffer,
  getOffer,
  getRewardRules,
  getOfferImage,
  listCustomClickParams,
  listPrimeOffers,
  listRegularOffers,
  removeCustomClickParam,
  setOffersActive,
  updateOffer,
} from './offers.api.ts';
