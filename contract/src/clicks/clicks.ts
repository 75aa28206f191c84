import { CUSTOM_PARAMETERS, fillMacros } from '../postbacks/index.ts';

/** pending (made by the API, not yet followed) → clicked → in_progress (first event) → completed; or failed. */
export const CLICK_STATUSES = ['pending', 'clicked', 'in_progress', 'completed', 'failed'] as const;
export type ClickStatus = (typeof CLICK_STATUSES)[number];

/** Document 001 §5: letters, digits, dot, underscore or hyphen, then @, then the same set of characters. */
const UPI_ID = /^[A-Za-z0-9._-]+@[A-Za-z0-9._-]+$/;
const UPI_MAX_LENGTH = 255;

export const isUpiId = (text: string): boolean => text.length <= UPI_MAX_LENGTH && UPI_ID.test(text);

/** The path of an offer's tracking link. The app adds `?uid=`, and `p1` to `p6` if it needs them. */
export const trackingPath = (offerId: string): string => `/track/${encodeURIComponent(offerId)}`;

/** Macros of a tracking URL. Any other query parameter of the tracking link works too. */
export const TRACKING_MACROS = [
  'click_id',
  'offer_id',
  'uid',
  'user_id',
  'timestamp',
  'user_ip',
  'currency',
  ...CUSTOM_PARAMETERS,
] as const;

/** Maximum number of parameters beyond p1–p6 that a click stores, and their maximum lengths. */
export const EXTRA_PARAMS_LIMIT = { count: 30, nameLength: 64, valueLength: 1_000 } as const;

/** Values by macro name. An empty value removes the macro. */
export type MacroValues = Readonly<Record<string, string>>;

/** Fills each macro with the URL-encoded value. Unknown names stay unchanged. */
export const fillTrackingUrl = (template: string, values: MacroValues): string =>
  fillMacros(template, (name) =>
    Object.hasOwn(values, name) ? encodeURIComponent((values[name] ?? '').toWellFormed()) : undefined,
  );
