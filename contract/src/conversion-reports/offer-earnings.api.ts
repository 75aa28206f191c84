import * as z from '#schema';
import { byId, routesOf, success } from '../http/index.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('conversion-reports');

/** Approved and pending conversions of an offer whose revenue is unknown and whose event has an expected revenue now. */
const earlierRevenue = z.object({
  conversions: z.int(),
  /** Rupees that they would get. */
  revenue: z.number(),
  /** Newest first. */
  months: z.array(
    z.object({
      /** 2026-11 in Asia/Kolkata. */
      month: z.string(),
      conversions: z.int(),
      revenue: z.number(),
    }),
  ),
  /** Conversions of unknown revenue that stay so: their event has no expected revenue, or they were paid by hand. */
  staysUnknown: z.int(),
});
export type EarlierRevenue = z.infer<typeof earlierRevenue>;

export const previewEarlierRevenue = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/earlier-revenue',
  right: rights.seeReports,
  summary: 'Earlier conversions of unknown revenue that an offer could fill',
  params: byId,
  answer: success({ earlier: earlierRevenue }),
});

/** Fills a portion. Call it again while `remaining` is above 0: a repeat never changes a known revenue. */
export const fillEarlierRevenue = defineRoute({
  method: 'POST',
  path: '/api/offers/:id/earlier-revenue',
  right: rights.changeOffers,
  summary: "Set the revenue of earlier conversions by their events' expected revenue, a portion at a time",
  params: byId,
  answer: success({
    message: z.string(),
    /** Conversions that this call filled. */
    filled: z.int(),
    remaining: z.int(),
  }),
  limit: { max: 600, windowS: 60 },
});

/** The newest clicks of an offer that a funnel counts. */
export const FUNNEL_CLICKS = 10_000;
export const FUNNEL_DAYS = 30;

const funnel = z.object({
  /** The newest clicks of the last FUNNEL_DAYS days, at most FUNNEL_CLICKS. */
  clicks: z.int(),
  /** The clicks of these with at least one event. */
  inProgress: z.int(),
  /** The clicks of these whose required events were all approved. */
  completed: z.int(),
  /** Approved conversions of the last FUNNEL_DAYS days, with the time since the click by STEPS. */
  events: z.array(z.object({ eventName: z.string(), conversions: z.int(), times: z.array(z.int()) })),
});
export type Funnel = z.infer<typeof funnel>;

export const getFunnel = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/funnel',
  right: rights.seeReports,
  summary: "An offer's way from click to conversion: clicks, in progress, completed, by event with times",
  params: byId,
  answer: success({ funnel }),
});
