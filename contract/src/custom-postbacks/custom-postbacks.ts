import * as z from '#schema';
import { trimmed } from '../http/index.ts';
import { urlProblem } from '../postbacks/index.ts';
import { KEY_MASK } from '../settings/index.ts';
import {
  AUTH_TYPES,
  CUSTOM_POSTBACK_DEFAULTS as DEFAULTS,
  CUSTOM_POSTBACK_LIMITS as LIMITS,
  CUSTOM_POSTBACK_STATUSES,
  CUSTOM_POSTBACK_TEXTS as TEXTS,
  HTTP_METHODS,
  isUsableHeader,
} from './custom-postback-rules.ts';
import { fillJson, SAMPLE_MACROS, targetOf } from './custom-postback-template.ts';

const SHOWN_OF_SECRET = 4;
const SHORTEST_SHOWN = 12;

/** Returns `••••••••1234`. A short secret shows no characters. */
export const maskSecret = (secret: string): string =>
  secret === '' ? '' : KEY_MASK + (secret.length < SHORTEST_SHOWN ? '' : secret.slice(-SHOWN_OF_SECRET));

const tooLong = (max: number): string => `Use at most ${max} characters`;
const isSingleLine = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);
const MANY_LINES = 'Use a single line of text';
const line = (max: number) => trimmed(z.maxLength(max, tooLong(max)), z.refine(isSingleLine, MANY_LINES));
const requiredLine = (max: number, text: string) =>
  z
    .string(text)
    .check(z.trim(), z.minLength(1, text), z.maxLength(max, tooLong(max)), z.refine(isSingleLine, MANY_LINES));
const wholeNumber = ({ min, max }: { min: number; max: number }, text: string) =>
  z.number(text).check(z.int(text), z.gte(min, text), z.lte(max, text));
const secret = () =>
  z.optional(z.string().check(z.maxLength(LIMITS.secret, tooLong(LIMITS.secret)), z.refine(isSingleLine, MANY_LINES)));

/**
 * How a call authenticates itself. Only the fields of its type count. On a change, a missing or masked secret keeps the
 * stored one. If the host changes, the secret must be entered again.
 */
const authenticationInput = z.object({
  type: z._default(z.enum(AUTH_TYPES), DEFAULTS.authType),
  token: secret(),
  username: z.optional(
    line(LIMITS.name).check(z.refine((name) => !name.includes(':'), 'A username cannot contain a colon')),
  ),
  password: secret(),
  apiKey: secret(),
  apiKeyHeader: z.optional(
    line(LIMITS.headerName).check(z.refine((name) => name === '' || isUsableHeader(name), TEXTS.badHeader)),
  ),
});
export type AuthenticationInput = z.infer<typeof authenticationInput>;

/** The secrets are masked. Fields of other types are absent. */
const authenticationView = z.object({
  type: z.enum(AUTH_TYPES),
  token: z.optional(z.string()),
  username: z.optional(z.string()),
  password: z.optional(z.string()),
  apiKey: z.optional(z.string()),
  apiKeyHeader: z.optional(z.string()),
});

const webUrlMacros = z.refine<string>((url) => urlProblem(url) === undefined, {
  error: ({ input }) => urlProblem(String(input)) ?? '',
});

const isJson = (template: string): boolean => {
  try {
    JSON.parse(fillJson(template, SAMPLE_MACROS));
    return true;
  } catch {
    return false;
  }
};

const fields = {
  companyName: requiredLine(LIMITS.name, TEXTS.companyName),
  companyId: requiredLine(LIMITS.name, TEXTS.companyId),
  contactEmail: z._default(
    line(LIMITS.email).check(z.refine((text) => text === '' || z.email().safeParse(text).success, TEXTS.contactEmail)),
    '',
  ),
  contactPerson: z._default(line(LIMITS.name), ''),
  /** One of the offer's events, or a synonym of it (install/default …). */
  eventName: requiredLine(200, TEXTS.eventName),
  postbackUrl: requiredLine(LIMITS.url, TEXTS.postbackUrl).check(
    webUrlMacros,
    z.refine((url) => url === '' || targetOf(url) !== null, TEXTS.badUrl),
  ),
  httpMethod: z._default(z.enum(HTTP_METHODS), DEFAULTS.httpMethod),
  /** The JSON body of a POST, with macros inside its strings. Empty for none. */
  bodyTemplate: z._default(
    trimmed(
      z.maxLength(LIMITS.body, tooLong(LIMITS.body)),
      z.refine((text) => text === '' || isJson(text), TEXTS.badBody),
    ),
    '',
  ),
  authentication: z.prefault(authenticationInput, {}),
  priority: z._default(wholeNumber(LIMITS.priority, TEXTS.priority), DEFAULTS.priority),
  retryCount: z._default(wholeNumber(LIMITS.retryCount, TEXTS.retryCount), DEFAULTS.retryCount),
  /** Milliseconds. */
  timeout: z._default(wholeNumber(LIMITS.timeout, TEXTS.timeout), DEFAULTS.timeout),
};

const bodyNeedsPost = z.refine<{ httpMethod: string; bodyTemplate: string }>(
  ({ httpMethod, bodyTemplate }) => httpMethod === 'POST' || bodyTemplate === '',
  { path: ['bodyTemplate'], message: TEXTS.bodyNeedsPost },
);

/** A new custom postback. */
export const customPostbackInput = z.object(fields).check(bodyNeedsPost);
export type CustomPostbackInput = z.infer<typeof customPostbackInput>;

/** A change of a custom postback. With `version` it applies only to that version. */
export const customPostbackChange = z.object({ ...fields, version: z.optional(z.int()) }).check(bodyNeedsPost);
export type CustomPostbackChange = z.infer<typeof customPostbackChange>;

/** Attempts and their results: `totalFired` = `successCount` + `errorCount`. Test calls do not count. */
export const postbackStatistics = z.object({
  totalFired: z.int(),
  successCount: z.int(),
  errorCount: z.int(),
  /** Per cent with one decimal. 0 without attempts. */
  successRate: z.number(),
});

export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;

/** A custom postback in an answer (document 001 §3). */
export const customPostback = z.object({
  _id: z.string(),
  offerId: z.string(),
  companyName: z.string(),
  companyId: z.string(),
  contactEmail: z.string(),
  contactPerson: z.string(),
  eventName: z.string(),
  /** False if the offer no longer has this event. Then nothing is sent. */
  eventKnown: z.boolean(),
  postbackUrl: z.string(),
  httpMethod: z.enum(HTTP_METHODS),
  bodyTemplate: z.string(),
  authentication: authenticationView,
  priority: z.int(),
  retryCount: z.int(),
  timeout: z.int(),
  status: z.enum(CUSTOM_POSTBACK_STATUSES),
  /** Why it was paused automatically, in one sentence. Null if an admin paused it or it is not paused. */
  pausedReason: z.nullable(z.string()),
  pausedAt: z.nullable(z.iso.datetime()),
  /** Failed deliveries in a row. At 20 the postback is paused. */
  failuresInRow: z.int(),
  /** The circuit breaker pauses the target until this time. Null if it is not paused. */
  restingUntil: z.nullable(z.iso.datetime()),
  /** Unsent deliveries. They are kept while the postback is not active. */
  waitingCount: z.int(),
  unknownMacros: z.array(z.string()),
  statistics: postbackStatistics,
  lastFiredAt: z.nullable(z.iso.datetime()),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CustomPostback = z.infer<typeof customPostback>;

export const testResult = z.object({
  success: z.boolean(),
  /** Null without an answer. */
  statusCode: z.nullable(z.int()),
  /** Milliseconds. */
  responseTime: z.int(),
  /** The first 2 KB of the answer. */
  response: z.string(),
  /** One sentence. Null after a success. */
  error: z.nullable(z.string()),
});
export type TestResult = z.infer<typeof testResult>;
