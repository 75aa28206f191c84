import * as z from 'zod/mini';
import { exportId } from '../exports/index.ts';
import { calendarDay, defineRoute, listQuery } from '../http/index.ts';

export const CONVERSION_SOURCES = ['postback', 'smart_poll', 'manual'] as const;
export const CONVERSION_STATUSES = ['approved', 'pending', 'rejected', 'cutbacked'] as const;
/** The values of the Event filter (document 001 §4). A filter finds an event's aliases too. */
export const REPORT_EVENTS = ['install', 'register', 'deposit'] as const;

export type ConversionSource = (typeof CONVERSION_SOURCES)[number];
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** Document 001 §9: the list's page size and the most rows that one export asks for. */
export const REPORT_PAGE_SIZE = 20;
export const REPORT_EXPORT_LIMIT = 10_000;
/** A search by name reads the conversions of at most this many users. */
export const MAX_SEARCHED_USERS = 1_000;
/** Shown for a conversion whose country is not known (document 001 §9). */
export const DEFAULT_COUNTRY = 'India';

/** Source, event, status, and days of Asia/Kolkata, both included. An absent filter means all. */
const filters = {
  source: z.optional(z.enum(CONVERSION_SOURCES)),
  event: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  status: z.optional(z.enum(CONVERSION_STATUSES)),
  /** One offer's id. */
  offer: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  /** The city of the click's address: its key (`Pune, Maharashtra, India`), or its name alone. */
  city: z._default(z.string().check(z.trim(), z.maxLength(320)), ''),
  startDate: z.optional(calendarDay()),
  endDate: z.optional(calendarDay()),
  /** A click id, conversion id, user's uid, name or e-mail. */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
};

/** Document 001 §9: no payout is 0, in rupees with at most two decimals. */
const rupees = () =>
  z.pipe(
    z.transform((amount: unknown) => amount ?? 0),
    z.number(),
  );
/** Document 001 §9: a country that is missing or empty is the default one. */
const country = () =>
  z.pipe(
    z.transform((name: unknown) => name || DEFAULT_COUNTRY),
    z.string(),
  );

const person = z.object({ _id: z.string(), name: z.string(), email: z.string() });
const offerTitle = z.object({ _id: z.string(), title: z.string() });

const conversionRow = z.object({
  _id: z.string(),
  conversionId: z.string(),
  clickId: z.string(),
  /** Null for an anonymous click. */
  userId: z.nullable(person),
  userName: z.string(),
  offerId: z.nullable(offerTitle),
  campName: z.string(),
  event: z.string(),
  conversionSource: z.enum(CONVERSION_SOURCES),
  /** One of CONVERSION_STATUSES; another one, which a newer version wrote, is shown as it stands. */
  status: z.string().check(z.maxLength(100)),
  /** Why it is not approved, in words. Like the coins no field of document 001: another server leaves both out. */
  reason: z._default(z.nullable(z.string()), null),
  userPayout: rupees(),
  referralPayout: rupees(),
  totalPayout: rupees(),
  coins: z._default(z.int(), 0),
  /** `paid` or `unpaid`; document 001 names no values, so another server may have others. */
  paymentStatus: z.string().check(z.maxLength(100)),
  clickIp: z.string(),
  conversionIp: z.string(),
  city: z.string(),
  state: z.string(),
  country: country(),
  p1: z.string(),
  p2: z.string(),
  p3: z.string(),
  p4: z.string(),
  p5: z.string(),
  p6: z.string(),
  createdAt: z.string(),
  approvedAt: z.nullable(z.string()),
});

const conversionDetails = z.extend(conversionRow, {
  externalData: z.nullable(z.unknown()),
  smartPollData: z.nullable(z.unknown()),
});

export type ConversionRow = z.infer<typeof conversionRow>;
export type ConversionDetails = z.infer<typeof conversionDetails>;

export const listConversionReports = defineRoute({
  method: 'GET',
  path: '/api/conversion-reports',
  auth: 'admin',
  summary: 'Conversions, newest first, by source, event, status and days',
  tag: 'conversion-reports',
  query: z.object({
    ...listQuery(['createdAt', 'userPayout', 'totalPayout'], {
      limit: REPORT_PAGE_SIZE,
      maxLimit: REPORT_EXPORT_LIMIT,
    }),
    ...filters,
  }),
  answer: z.object({
    success: z.literal(true),
    conversions: z.array(conversionRow),
    /** Document 001 has the pages alone; ours says the rest too. */
    pagination: z.object({
      page: z.optional(z.int()),
      limit: z.optional(z.int()),
      total: z.optional(z.int()),
      pages: z.int(),
    }),
    total: z.optional(z.int()),
    /** True when the search stands for more than `MAX_SEARCHED_USERS` users: list and sums are those of some of them. */
    isCutShort: z.optional(z.boolean()),
  }),
});

const stats = z.object({
  totalConversions: z.int(),
  /** Rupees: what the approved ones paid, users and referrers together. */
  totalPayout: z.number(),
  postbackConversions: z.int(),
  smartPollConversions: z.int(),
});

export type ConversionStats = z.infer<typeof stats>;

export const getConversionStats = defineRoute({
  method: 'GET',
  path: '/api/conversion-reports/stats',
  auth: 'admin',
  summary: 'Sums over the conversions that the same filters list',
  tag: 'conversion-reports',
  query: z.object(filters),
  answer: z.object({ success: z.literal(true), stats }),
});

export const getConversion = defineRoute({
  method: 'GET',
  path: '/api/conversion-reports/:conversionId',
  auth: 'admin',
  summary: 'One conversion with what the network or the poll said',
  tag: 'conversion-reports',
  params: z.object({ conversionId: z.string().check(z.maxLength(100)) }),
  answer: z.object({ success: z.literal(true), conversion: conversionDetails }),
});

/** By what the conversions of the filters can be counted. */
export const BREAKDOWNS = ['day', 'offer', 'event', 'city'] as const;
/** The longest breakdown by offer, event or city; days are all of them up to two years. */
export const MAX_BREAKDOWN_GROUPS = 100;
export const MAX_BREAKDOWN_DAYS = 731;

const breakdownGroup = z.object({
  /** A day (2026-11-21), an offer's id, an event, a city's key; empty for what `rest` says. */
  key: z.string(),
  label: z.string(),
  /** By city, behind all others: the cities beyond the largest, and the conversions whose city is not known. */
  rest: z.optional(z.enum(['others', 'unknown'])),
  conversions: z.int(),
  approved: z.int(),
  /** Rupees of the approved ones. */
  totalPayout: z.number(),
  sources: z.object({ postback: z.int(), smart_poll: z.int(), manual: z.int() }),
});
export type BreakdownGroup = z.infer<typeof breakdownGroup>;

export const getConversionBreakdown = defineRoute({
  method: 'GET',
  path: '/api/conversion-reports/breakdown',
  auth: 'admin',
  summary: 'The same conversions counted by day, offer, event or city; a search is not applied',
  tag: 'conversion-reports',
  query: z.object({ ...filters, by: z.enum(BREAKDOWNS) }),
  answer: z.object({
    success: z.literal(true),
    groups: z.array(breakdownGroup).check(z.maxLength(MAX_BREAKDOWN_DAYS)),
  }),
});

const exportQuery = z.object({ ...filters, exportId: exportId() });
const exportRoute = {
  method: 'GET',
  auth: 'admin',
  tag: 'conversion-reports',
  query: exportQuery,
  answer: z.unknown(),
  limit: { max: 10, windowS: 60 },
} as const;

/** The 16 columns of document 001 §9, every row of the filters however many, streamed. */
export const exportConversionsCsv = defineRoute({
  ...exportRoute,
  path: '/api/exports/conversions.csv',
  summary: 'All conversions of the filters, as CSV',
});

export const exportConversionsWorkbook = defineRoute({
  ...exportRoute,
  path: '/api/exports/conversions.xlsx',
  summary: 'All conversions of the filters, as .xlsx',
});
