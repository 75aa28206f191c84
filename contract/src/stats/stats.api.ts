import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';

/** The four numbers at the top of the dashboard. */
export const getStats = defineRoute({
  method: 'GET',
  path: '/api/stats',
  auth: 'admin',
  tag: 'stats',
  summary: 'Totals for the dashboard',
  answer: z.object({
    totalUsers: z.number(),
    activeOffers: z.number(),
    /** How often an offer was completed by a user. */
    completedOffers: z.number(),
    /** Coins distributed to users, in rupees. */
    totalRewards: z.number(),
  }),
});
