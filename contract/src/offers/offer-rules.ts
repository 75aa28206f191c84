import { groupDigits } from '../money/index.ts';

/** The lists, limits, defaults and texts of an offer (document 000 §2, §3, §5, §9). */

export const OFFER_TYPES = ['daily', 'video', 'install', 'share', 'prime'] as const;
export type OfferType = (typeof OFFER_TYPES)[number];
/** The types of a regular offer, in the form's order. */
export const REGULAR_OFFER_TYPES = ['daily', 'video', 'install', 'share'] as const;
/** How often an offer pays one user. `daily` is a day in Asia/Kolkata. */
export const REWARD_LIMITS = ['once', 'daily', 'each_click'] as const;
export type RewardLimit = (typeof REWARD_LIMITS)[number];
/** The form's choice for a new offer. */
export const REWARD_LIMIT_OF_TYPE: Readonly<Record<OfferType, RewardLimit>> = {
  daily: 'daily',
  video: 'each_click',
  install: 'once',
  share: 'each_click',
  prime: 'once',
};
export const OFFER_CATEGORIES = ['regular', 'prime'] as const;
export type OfferCategory = (typeof OFFER_CATEGORIES)[number];
/** Values of the field `category`. */
export const OFFER_TOPICS = [
  'Games',
  'Finance',
  'Shopping',
  'Entertainment',
  'Social',
  'Utility',
  'Education',
] as const;

export const categoryOfType = (type: OfferType): OfferCategory => (type === 'prime' ? 'prime' : 'regular');

export const EVENT_DEFAULTS = { eventPayout: 0, eventCap: 1000 } as const;

/** Client and server accept the same formats. */
export const OFFER_IMAGE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
];

/** Maximum characters or entries. The specification sets those of steps and image. The others keep pages usable. */
export const OFFER_LIMITS = {
  title: 200,
  longText: 5_000,
  shortText: 200,
  url: 4_000,
  coins: 10_000_000,
  payoutRupees: 10_000_000,
  cap: 1_000_000_000,
  postbackTokenMin: 8,
  postbackTokenMax: 256,
  steps: 6,
  events: 50,
  params: 50,
  paramName: 64,
  ipWhitelist: 10_000,
  /** Offers that one call switches on or off. */
  bulk: 500,
  /** Decoding takes four bytes for each pixel. */
  imagePixels: 25_000_000,
  /** An image must be smaller than this. */
  imageBytes: 2 * 1024 * 1024,
  /** Maximum size of a request with an image as a data URL. */
  bodyBytes: 3 * 1024 * 1024,
} as const;

/** Popularity in per cent: the number of users who completed the offer, at most 100. */
export const popularityPercent = (completedCount: number): number => Math.min(completedCount, 100);

export const OFFER_TEXTS = {
  titleRequired: 'Title is required',
  descriptionRequired: 'Description is required',
  coinsPositive: 'Coins must be greater than 0',
  coinsWhole: 'Coins must be a whole number',
  coinsTooMany: 'Coins must be 1,00,00,000 or less',
  typeRequired: 'Offer type is required',
  typeOfCategory: 'Choose a type that belongs to the offer category',
  categoryLocked: 'The category of an offer cannot be changed after it was created',
  requirementsRequired: 'Requirements are required',
  trackingUrlRequired: 'Tracking URL is required',
  trackingUrlClickId: 'Tracking URL must include {click_id} placeholder',
  trackingUrlForm: 'Tracking URL must start with http:// or https://',
  pollUrlClickId: 'Status URL must include {click_id} placeholder',
  pollUrlForm: 'Status URL must start with http:// or https://',
  postbackTokenShort: 'Postback token should be at least 8 characters',
  steps: 'All steps must have a title and description',
  stepsMin: 'Add at least one step',
  stepsMax: 'An offer has at most 6 steps',
  eventsMin: 'Add at least one event',
  eventsMax: 'An offer has at most 50 events',
  eventName: 'Event name is required',
  eventPayout: 'Payout must be 0 or more',
  eventPayoutDecimals: 'Payout can have at most two decimals',
  eventRevenue: 'Revenue must be 0 or more',
  eventRevenueMost: 'Revenue must be ₹1,00,00,000 or less',
  eventRevenueDecimals: 'Revenue can have at most two decimals',
  eventCap: 'Daily cap must be a whole number of at least 1',
  rating: 'Rating must be between 0 and 5',
  ratingDecimals: 'Rating can have at most one decimal',
  imageUrl: 'Image URL must start with http:// or https://',
  imageType: 'Please select an image file (jpg, png, etc.)',
  imageSize: 'Image size should be less than 2MB',
  imagePixels: 'The image has more than 25 megapixels. Choose a smaller one.',
  imageBroken: 'Failed to process the image. Please try again.',
  ipWhitelistEmpty: 'Enter at least one IP address, or switch the whitelist off',
  networkUnknown: 'This network does not exist. Choose another one.',
  networkArchived: 'This network is archived. Choose another one, or unarchive it first.',
  paramEmpty: 'Parameter name cannot be empty',
} as const;

export const tooLong = (maximum: number): string => `Use at most ${groupDigits(maximum)} characters`;
export const notAnAddress = (entry: string): string => `"${entry}" is not an IP address or range`;

/** Says whether a number has at most `most` decimals. */
export const hasDecimals = (value: number, most: number): boolean =>
  Math.abs(Math.round(value * 10 ** most) - value * 10 ** most) < 1e-6;

/**
 * Says whether a text is an http or https URL with a host, on one line. Macros in braces may come only after the host:
 * a visitor's text must not choose the host.
 */
export function isWebUrl(text: string): boolean {
  if (/\p{Cc}/u.test(text.trim())) return false;
  const [, authority = ''] = /^https?:\/\/([^/?#\\]*)/i.exec(text.trim()) ?? [];
  const url = URL.parse(text);
  return authority !== '' && !/[{}]|%7[bd]/i.test(authority) && url !== null && url.hostname !== '';
}
