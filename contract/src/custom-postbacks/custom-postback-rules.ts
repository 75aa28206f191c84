/** The specification's lists, limits, defaults and words of a custom postback (document 001 §3, §5, §9). */

export const HTTP_METHODS = ['GET', 'POST'] as const;
export type PostbackMethod = (typeof HTTP_METHODS)[number];
export const AUTH_TYPES = ['none', 'bearer', 'basic', 'api_key'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];
export const CUSTOM_POSTBACK_STATUSES = ['active', 'inactive', 'testing'] as const;
export type CustomPostbackStatus = (typeof CUSTOM_POSTBACK_STATUSES)[number];

export const CUSTOM_POSTBACK_DEFAULTS = {
  httpMethod: 'GET',
  authType: 'none',
  priority: 1,
  retryCount: 3,
  timeout: 10_000,
  apiKeyHeader: 'X-API-Key',
} as const;

export const CUSTOM_POSTBACK_LIMITS = {
  /** Lower numbers are sent first. */
  priority: { min: 1, max: 10 },
  /** Retries after the first attempt. */
  retryCount: { min: 0, max: 10 },
  /** Milliseconds. */
  timeout: { min: 1_000, max: 60_000 },
  name: 120,
  email: 254,
  url: 2_000,
  body: 4_000,
  secret: 512,
  headerName: 64,
  /** Maximum custom postbacks of one offer. */
  perOffer: 200,
  /** Failed deliveries in a row after which a postback is paused. */
  failuresInRow: 20,
  /** Default of DELIVERY_ATTEMPT_RETENTION_DAYS: a month of attempts is dropped this long after its end. */
  triesKeptDays: 90,
  /** Maximum deliveries that one call resends by their ids. */
  resendSelected: 500,
  /** Maximum deliveries that one call resends as "all failed". */
  resendFailed: 1_000,
  /** Maximum stored bytes of an answer. */
  responseBytes: 2_048,
} as const;

export const CUSTOM_POSTBACK_TEXTS = {
  companyName: 'Company name is required',
  companyId: 'Company ID is required',
  eventName: 'Event type is required',
  postbackUrl: 'Postback URL is required',
  badUrl: 'Use a URL like https://tracker.example.com/postback?click_id={click_id}',
  contactEmail: 'Use an email address like name@example.com',
  priority: 'Priority must be a whole number from 1 to 10',
  retryCount: 'Retry count must be a whole number from 0 to 10',
  timeout: 'Timeout must be a whole number from 1000 to 60000 ms',
  token: 'Token is required',
  username: 'Username is required',
  password: 'Password is required',
  apiKey: 'API key is required',
  /** Shown when the host changes: the secret was entered for the previous host. */
  secretAgain: 'Enter it again: the URL now has another host',
  badHeader: 'This header name cannot be used',
  badBody: 'The body must be JSON; macros go inside quotation marks',
  bodyNeedsPost: 'Only a POST postback has a body',
} as const;

/** Headers that the API key may not replace. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/**
 * Says whether a header may carry an API key. It must be a valid name, not control the connection, and not be one of
 * ours.
 */
export const isUsableHeader = (name: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) &&
  !RESERVED_HEADERS.has(name.toLowerCase()) &&
  !/^(proxy-|x-muneem-)/i.test(name);
