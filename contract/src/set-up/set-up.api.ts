import * as z from '#schema';
import { routesOf, messageAnswer, success } from '../http/index.ts';
import { SET_UP_STEPS } from './set-up.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('set-up');

export const testSetUp = defineRoute({
  method: 'GET',
  path: '/api/set-up/tests',
  right: rights.changeSettings,
  summary: 'Asks the payout provider, the mail server and the public address whether they answer',
  answer: success({
    /** The steps that do not work, each with the reason. */
    problems: z.array(z.object({ step: z.enum(SET_UP_STEPS), problem: z.string() })),
  }),
  limit: { max: 30, windowS: 60 },
});

export const dismissSetUp = defineRoute({
  method: 'POST',
  path: '/api/set-up/dismiss',
  right: rights.changeSettings,
  summary: 'Removes the set-up checklist from the dashboard for all administrators',
  answer: messageAnswer,
});
