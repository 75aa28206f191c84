import * as z from '#schema';
import { contradiction } from '../conversions/index.ts';
import { exportId } from '../exports/index.ts';
import { anchored, anchors, routesOf, listQuery, success, days, trimmed } from '../http/index.ts';
import { eachParameter } from '../postbacks/index.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('conversion-reports');

export const CONVERSION_SOURCES = ['postback', 'smart_poll', 'manual'] as const;
export const CONVERSION_STATUSES = ['approved', 'pending', 'rejected', 'cutbacked'] as const;
/** The values of the Event filter (document 001 §4). A filter finds an event's aliases too. */
export const REPORT_EVENTS = ['install', 'register', 'deposit'] as const;

export type ConversionSource = (typeof CONVERSION_SOURCES)[number];
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** Document 001 §9: the list's page size and the maximum rows of one export. */
const REPORT_PAGE_SIZE = 20;
export const REPORT_EXPORT_LIMIT = 10_000;
/** A search by name reads the conversions of at most this many users. */
export const MAX_SEARCHED_USERS = 1_000;
/** Shown for a conversion without a country (document 001 §9). */
export const DEFAULT_COUNTRY = 'India';

/** Source, event, status, and days in Asia/Kolkata (both inclusive). An absent filter means all. */
const filters = {
  source: z.optional(z.enum(CONVERSION_SOURCES)),
  event: z.optional(trimmed(z.maxLength(100))),
  status: z.optional(z.enum(CONVERSION_STATUSES)),
  /** One offer's id. */
  offer: z._default(trimmed(z.maxLength(100)), ''),
  /** One network's id: the offers that name it now. */
  network: z._default(trimmed(z.maxLength(100)), ''),
  /** The city of the click's IP address: its key (`Pune, Maharashtra, India`) or its name. */
  city: z._default(trimmed(z.maxLength(320)), ''),
  ...days,
  /** A click id, a conversion id, or a user's uid, name or email address. */
  search: z._default(trimmed(z.maxLength(200)), ''),
};

/** Document 001 §9: a missing payout is 0. Rupees with at most two decimals. */
const rupees = () =>
  z.pipe(
    z.transform((amount: unknown) => amount ?? 0),
    z.number(),
  );
/** Document 001 §9: a missing or empty country is the default one. */
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
  /** One of CONVERSION_STATUSES. An unknown status of a newer version is shown unchanged. */
  status: z.string().check(z.maxLength(100)),
  /** Why it is not approved, in words. */
  reason: z.nullable(z.string()),
  userPayout: rupees(),
  referralPayout: rupees(),
  totalPayout: rupees(),
  coins: z.int(),
  /** Document 001 names no values. */
  paymentStatus: z.enum(['paid', 'unpaid']),
  clickIp: z.string(),
  conversionIp: z.string(),
  city: z.string(),
  state: z.string(),
  country: country(),
  ...eachParameter(() => z.string()),
  createdAt: z.string(),
  approvedAt: z.nullable(z.string()),
});

const conversionDetails = z.extend(conversionRow, {
  /** Rupees. A manual payment has no revenue. Null: unknown. */
  revenue: z.object({
    expected: z.nullable(z.number()),
    /** As the network sent it, also if it is not an amount. */
    reportedAmount: z.nullable(z.string()),
    currency: z.nullable(z.string()),
    /** Rupees for one unit of the currency. */
    rate: z.nullable(z.number()),
    reported: z.nullable(z.number()),
    /** The revenue that counts. */
    counted: z.nullable(z.number()),
    /** The reported amount is so far from the expected one that the expected one counts. */
    differs: z.boolean(),
  }),
  externalData: z.nullable(z.unknown()),
  smartPollData: z.nullable(z.unknown()),
  /** Messages of the network that contradict it. */
  contradictions: z.array(contradiction),
});

export type ConversionRow = z.infer<typeof conversionRow>;
export type ConversionDetails = z.infer<typeof conversionDetails>;

export const listConversionReports = defineRoute({
  method: 'GET',
  path: '/api/conversion-reports',
  right: rights.seeReports,
  mayLag: true,
  summary: 'Conversions, newest first, by source, event, status and days',
  query: z.object({
    ...listQuery(['createdAt', 'userPayout', 'totalPayout'], {
      limit: REPORT_PAGE_SIZE,
      maxLimit: REPORT_EXPORT_LIMIT,
    }),
    ...anchored,
    ...filters,
  }),
  answer: success({
    conversions: z.array(conversionRow),
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() }),
    total: z.int(),
    /** True if more than `MAX_SEARCHED_USERS` users match the search. List and sums then cover only some of them. */
    isCutShort: z.optional(z.boolean()),
    ...anchors,
  }),
});

/** The earnings of conversions. Unknown is null, never 0. */
const earnings = {
  /** Rupees of approved conversions whose revenue is known. Null: of none. */
  revenue: z.nullable(z.number()),
  /** Rupees of pending conversions. */
  pendingRevenue: z.number(),
  /** Approved conversions whose revenue is unknown. */
  withoutRevenue: z.int(),
  /** Null by event: a click has no event. */
  clicks: z.nullable(z.int()),
  /** Approved conversions by STEPS of the time since their click. */
  times: z.array(z.int()),
};

const stats = z.object({
  totalConversions: z.int(),
  /** Rupees paid to users and referrers for approved conversions. */
  totalPayout: z.number(),
  postbackConversions: z.int(),
  smartPollConversions: z.int(),
  approvedConversions: z.int(),
  ...earnings,
});

export type ConversionStats = z.infer<typeof stats>;

export const getConversionStats = defineRoute({
  method: 'GET',
  path: '/api/conversion-reports/stats',
  right: rights.seeReports,
  mayLag: true,
  summary: 'Sums of the conversions that match the filters',
  query: z.object(filters),
  answer: success({ stats }),
});

export const getConversion = defineRoute({
  method: 'GET',
  path: '/api/conversion-reports/:conversionId',
  right: rights.seeReports,
  summary: 'One conversion with the data from the network or the smart poll',
  params: z.object({ conversionId: z.string().check(z.maxLength(100)) }),
  answer: success({ conversion: conversionDetails }),
});

/** The groups of a breakdown. */
export const BREAKDOWNS = ['day', 'offer', 'network', 'event', 'city'] as const;
/** Maximum groups of a breakdown by offer, network, event or city. By day it is two years. */
export const MAX_BREAKDOWN_GROUPS = 100;
export const MAX_BREAKDOWN_DAYS = 731;

const breakdownGroup = z.object({
  /** A day (2026-11-21), an offer id, a network id, an event, or a city's key. Empty if `rest` is set. */
  key: z.string(),
  label: z.string(),
  /** All cities beyond the largest ones, conversions without a known city, or offers without a network. */
  rest: z.optional(z.enum(['others', 'unknown', 'none'])),
  conversions: z.int(),
  approved: z.int(),
  /** Rupees of approved conversions. */
  totalPayout: z.number(),
  sources: z.object({ postback: z.int(), smart_poll: z.int(), manual: z.int() }),
  ...earnings,
});
export type BreakdownGroup = z.infer<typeof breakdownGroup>;

export const getConversionBreakdown = defineRoute({
  method: 'GET',
  path: '/api/conversion-reports/breakdown',
  right: rights.seeReports,
  mayLag: true,
  summary: 'The matching conversions counted by day, offer, event or city; a search is ignored',
  query: z.object({ ...filters, by: z.enum(BREAKDOWNS) }),
  answer: success({
    groups: z.array(breakdownGroup).check(z.maxLength(MAX_BREAKDOWN_DAYS)),
  }),
});

const exportQuery = z.object({ ...filters, exportId: exportId() });
const exportRoute = {
  method: 'GET',
  right: rights.exportConversions,
  query: exportQuery,
  answer: z.unknown(),
  limit: { max: 10, windowS: 60 },
} as const;

/** Streams all matching rows with the 16 columns of document 001 §9, then network, revenue and profit. */
export const exportConversionsCsv = defineRoute({
  ...exportRoute,
  path: '/api/exports/conversions.csv',
  summary: 'All conversions that match, as CSV',
});

export const exportConversionsWorkbook = defineRoute({
  ...exportRoute,
  path: '/api/exports/conversions.xlsx',
  summary: 'All conversions that match, as .xlsx',
});

const breakdownExportQuery = z.object({ ...filters, by: z.enum(BREAKDOWNS), exportId: exportId() });
const breakdownExportRoute = {
  method: 'GET',
  right: rights.seeReports,
  query: breakdownExportQuery,
  answer: z.unknown(),
  limit: exportRoute.limit,
} as const;

/** The breakdown's groups with all figures. An unknown figure is empty. */
export const exportBreakdownCsv = defineRoute({
  ...breakdownExportRoute,
  path: '/api/exports/breakdown.csv',
  summary: 'A breakdown with clicks, revenue, payout, profit and times, as CSV',
});

export const exportBreakdownWorkbook = defineRoute({
  ...breakdownExportRoute,
  path: '/api/exports/breakdown.xlsx',
  summary: 'A breakdown with clicks, revenue, payout, profit and times, as .xlsx',
});
