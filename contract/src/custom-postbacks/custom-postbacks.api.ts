import * as z from '#schema';
import { routesOf, listQuery, success, messageAnswer, byId, trimmed } from '../http/index.ts';
import { CUSTOM_POSTBACK_MACROS } from '../postbacks/index.ts';
import { CUSTOM_POSTBACK_STATUSES } from './custom-postback-rules.ts';
import {
  customPostback,
  customPostbackChange,
  customPostbackInput,
  postbackStatistics,
  testResult,
} from './custom-postbacks.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('custom-postbacks');
const filterText = () => z.optional(trimmed(z.maxLength(200)));

const SORTS = ['priority', 'companyName', 'eventName', 'createdAt', 'totalFired', 'successRate'] as const;

export const listCustomPostbacks = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/custom-postbacks',
  right: rights.seePostbacks,
  summary: 'The custom postbacks of an offer, lowest priority number first',
  params: byId,
  query: z.object({
    ...listQuery(SORTS, { limit: 200 }),
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
    company: filterText(),
    event: filterText(),
    status: z._default(z.enum(['all', ...CUSTOM_POSTBACK_STATUSES]), 'all'),
  }),
  answer: success({
    postbacks: z.array(customPostback),
    /** The same postbacks by company name. */
    groupedByCompany: z.record(z.string(), z.array(customPostback)),
    /** All companies of the offer, without filters. */
    companies: z.array(z.string()),
    /** Number of matches. */
    total: z.int(),
  }),
});

export const getCustomPostback = defineRoute({
  method: 'GET',
  path: '/api/custom-postbacks/:id',
  right: rights.seePostbacks,
  summary: 'One custom postback; its secrets are masked',
  params: byId,
  answer: success({ postback: customPostback }),
});

const saved = success({
  message: z.string(),
  postback: customPostback,
  /** Names in braces that are not macros. They are sent unchanged. */
  unknownMacros: z.array(z.string()),
});

export const createCustomPostback = defineRoute({
  method: 'POST',
  path: '/api/offers/:id/custom-postbacks',
  right: rights.changePostbacks,
  summary: 'Adds a custom postback; it starts inactive',
  params: byId,
  body: customPostbackInput,
  answer: saved,
  limit: { max: 120, windowS: 60 },
});

export const updateCustomPostback = defineRoute({
  method: 'PUT',
  path: '/api/custom-postbacks/:id',
  right: rights.changePostbacks,
  summary: 'Changes a custom postback; with `version` only if that is still the current version',
  params: byId,
  body: customPostbackChange,
  answer: saved,
  limit: { max: 120, windowS: 60 },
});

export const deleteCustomPostback = defineRoute({
  method: 'DELETE',
  path: '/api/custom-postbacks/:id',
  right: rights.changePostbacks,
  summary: 'Deletes a custom postback and cancels its unsent deliveries',
  params: byId,
  answer: messageAnswer,
  limit: { max: 120, windowS: 60 },
});

/**
 * Without a body: active ↔ inactive (testing becomes active). With `status` it sets that status, and a repeat changes
 * nothing.
 */
export const toggleCustomPostback = defineRoute({
  method: 'PATCH',
  path: '/api/custom-postbacks/:id/toggle',
  right: rights.changePostbacks,
  summary: 'Activates or pauses a custom postback; activation sends the deliveries that were kept',
  params: byId,
  body: z.object({ status: z.optional(z.enum(CUSTOM_POSTBACK_STATUSES)) }),
  answer: success({ message: z.string(), postback: customPostback }),
  limit: { max: 120, windowS: 60 },
});

export const testCustomPostback = defineRoute({
  method: 'POST',
  path: '/api/custom-postbacks/:id/test',
  right: rights.changePostbacks,
  summary: 'Sends one request with sample values and shows the answer; statistics exclude it',
  params: byId,
  body: z.object({
    /** Test values by macro name, instead of the samples. */
    testData: z.optional(
      z.partialRecord(z.enum(CUSTOM_POSTBACK_MACROS), z.union([z.string().check(z.maxLength(500)), z.number()])),
    ),
  }),
  answer: success({ testUrl: z.string(), testResult }),
  limit: { max: 30, windowS: 60 },
});

const counts = z.extend(postbackStatistics, {
  /** Deliveries whose last attempt failed and that were not resent. */
  failedDeliveries: z.int(),
  waitingDeliveries: z.int(),
});

const clickCount = z.object({ clicks: z.int(), unknown: z.int() });

/** The specification's stat cards and analytics. The sums exclude deleted postbacks. */
export const getPostbackStats = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/postback-stats',
  right: rights.seePostbacks,
  summary: 'Sums of an offer’s custom postbacks: cards, by event, by company, by postback and by day',
  params: byId,
  query: z.object({ days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(90)), 30) }),
  answer: success({
    stats: z.object({
      totalPostbacks: z.int(),
      uniqueCompanies: z.int(),
      /** Attempts. */
      totalFired: z.int(),
      /** Per cent with one decimal. */
      overallSuccessRate: z.number(),
      activePostbacks: z.int(),
      failedDeliveries: z.int(),
      waitingDeliveries: z.int(),
      /** By event name. `count`: number of postbacks. */
      eventBreakdown: z.record(
        z.string(),
        z.object({ count: z.int(), fired: z.int(), success: z.int(), errors: z.int() }),
      ),
      /** By company name. */
      companyBreakdown: z.record(
        z.string(),
        z.object({
          postbacks: z.int(),
          fired: z.int(),
          success: z.int(),
          errors: z.int(),
          successRate: z.number(),
        }),
      ),
      postbackBreakdown: z.array(
        z.extend(counts, {
          _id: z.string(),
          companyName: z.string(),
          eventName: z.string(),
          status: z.enum(CUSTOM_POSTBACK_STATUSES),
          /** Over all attempts. 0 without attempts. */
          averageResponseTime: z.int(),
        }),
      ),
      /** Every day of the range in Asia/Kolkata, oldest first. */
      series: z.array(
        z.object({
          day: z.string(),
          fired: z.int(),
          success: z.int(),
          errors: z.int(),
          averageResponseTime: z.int(),
        }),
      ),
      /** Clicks whose uid belongs to no user, today and in the last 7 days. An earlier server does not send it. */
      unknownUsers: z.optional(z.object({ today: clickCount, week: clickCount })),
    }),
  }),
});
