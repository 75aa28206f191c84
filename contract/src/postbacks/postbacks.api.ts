import * as z from '#schema';
import { routesOf, success } from '../http/index.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('postbacks');

/** The System URLs of an offer: its tracking link, and a URL per event, keyed by its name (document 001 §3). */
export const getPostbackUrls = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/postback-urls',
  right: rights.seePostbacks,
  summary: 'The tracking link of an offer and the postback URL of each event, with today’s count',
  params: z.object({ id: z.string() }),
  answer: success({
    securityToken: z.string(),
    /** As in the platform API. The app appends `?uid=`. */
    trackingLink: z.string(),
    postbackUrls: z.record(
      z.string(),
      z.object({
        name: z.string(),
        /** Rupees. */
        payout: z.number(),
        /** Maximum approved conversions per day in Asia/Kolkata. */
        cap: z.number(),
        /** Approved today. */
        count: z.number(),
        url: z.string(),
      }),
    ),
  }),
});
