import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { forceSmartPoll, getCronStatus, startSmartPoll } from './smart-poll.api.ts';
import { SMART_POLL } from './smart-poll.ts';

/*
 * The calls of the Smart Poll Manager as a screen reads them. Another server may leave out fields that are not in
 * document 001 §3 and §7. For the two calls that start a run they name no answer.
 */

const success = z._default(z.literal(true), true);
const moment = z._default(z.nullable(z.string()), null);

const { shape } = getCronStatus.answer;
const { configuration } = shape;
const stats = shape.cronJobStats.shape.smartPoll;
const { everyS, minAgeS, timeoutMs, clicksPerRun } = SMART_POLL;

export const readCronStatus = defineRoute({
  ...getCronStatus,
  answer: z.extend(getCronStatus.answer, {
    success,
    cronJobStats: z.object({
      smartPoll: z.extend(stats, {
        lastRun: moment,
        nextRun: moment,
        lastError: z._default(stats.shape.lastError, null),
      }),
    }),
    currentRun: z._default(shape.currentRun, null),
    /** If missing, the values of document 001 §9. */
    configuration: z._default(z.extend(configuration, { offers: z.nullable(z.int()), queued: z.nullable(z.int()) }), {
      everyS,
      minAgeS,
      timeoutMs,
      clicksPerRun,
      offers: null,
      queued: null,
      queuedAtMost: 0,
    }),
    externalEndpoint: z._default(z.nullable(shape.externalEndpoint), null),
  }),
});

const ran = z.object({
  success,
  message: z._default(z.string(), ''),
  run: z._default(z.nullable(startSmartPoll.answer.shape.run), null),
});

export const runSmartPollNow = defineRoute({ ...startSmartPoll, answer: ran });
export const runSmartPollByForce = defineRoute({ ...forceSmartPoll, answer: ran });
