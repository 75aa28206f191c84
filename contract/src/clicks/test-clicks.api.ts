import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';

const offerParams = { id: z.string().check(z.minLength(1), z.maxLength(64)) };
const value = () => z._default(z.string().check(z.trim(), z.maxLength(500, 'Use at most 500 characters')), '');

const testClick = z.object({
  clickId: z.string(),
  offerId: z.string(),
  createdAt: z.string(),
  madeBy: z.string(),
  /** The target of the redirect: the offer's stored tracking URL with every macro filled in. */
  redirectUrl: z.string(),
});
export type TestClick = z.infer<typeof testClick>;

export const makeTestClick = defineRoute({
  method: 'POST',
  path: '/api/offers/:id/test-clicks',
  auth: 'admin',
  tag: 'clicks',
  summary: 'Makes a test click: it earns nothing and is in no list of clicks and no statistic',
  params: z.object(offerParams),
  body: z.object({ uid: value(), p1: value(), p2: value(), p3: value(), p4: value(), p5: value(), p6: value() }),
  answer: z.object({ success: z.literal(true), click: testClick }),
  limit: { max: 60, windowS: 60 },
});

export const getTestClick = defineRoute({
  method: 'GET',
  path: '/api/offers/:id/test-clicks/:clickId',
  auth: 'admin',
  tag: 'clicks',
  summary: 'A test click and the postbacks for it; none of them pays anything',
  params: z.object({ ...offerParams, clickId: z.string().check(z.maxLength(64)) }),
  answer: z.object({
    success: z.literal(true),
    click: testClick,
    /** The newest 20. */
    postbacks: z.array(z.object({ receivedAt: z.string(), event: z.string(), verdict: z.string() })),
  }),
});
