import * as z from '#schema';
import { routesOf, success } from '../http/index.ts';
import { inboundPostback, inboundPostbackDetails, POSTBACK_LOG_PAGE, postbackLogFilter } from './inbound-postbacks.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('postbacks');

export const listInboundPostbacks = defineRoute({
  method: 'GET',
  path: '/api/inbound-postbacks',
  right: rights.seePostbacks,
  summary: 'The log of inbound postbacks with their verdicts, newest first',
  query: z.object({
    ...postbackLogFilter,
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(POSTBACK_LOG_PAGE.maxLimit)),
      POSTBACK_LOG_PAGE.limit,
    ),
    /** `nextCursor` of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(64))),
  }),
  answer: success({
    postbacks: z.array(inboundPostback),
    /** The cursor of the next page. Null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
});

export const getInboundPostback = defineRoute({
  method: 'GET',
  path: '/api/inbound-postbacks/:id',
  right: rights.seePostbacks,
  summary: 'One inbound postback in full: URL, body, headers, verdict, conversion, replays',
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: success({ postback: inboundPostbackDetails }),
});
