import * as z from '#schema';
import { routesOf, listQuery, success } from '../http/index.ts';
import { smartPoll, smartPollRun } from './smart-poll.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('smart-poll');
const ran = success({ message: z.string(), run: smartPollRun });

export const startSmartPoll = defineRoute({
  method: 'POST',
  path: '/api/admin/smart-poll',
  right: rights.startSmartPoll,
  summary: 'Runs the smart poll now and answers when the run ends',
  limit: { max: 120, windowS: 60 },
  answer: ran,
});

export const forceSmartPoll = defineRoute({
  method: 'POST',
  path: '/api/admin/force-smart-poll',
  right: rights.startSmartPoll,
  summary: 'Runs the smart poll now for clicks of any age and answers when the run ends',
  limit: { max: 120, windowS: 60 },
  answer: ran,
});

export const getCronStatus = defineRoute({
  method: 'GET',
  path: '/api/admin/cron-status',
  right: rights.seeSmartPoll,
  summary: 'The state of the smart poll and its server',
  answer: success({
    cronJobStats: z.object({
      smartPoll: z.object({
        isRunning: z.boolean(),
        runCount: z.int(),
        /** Runs with any failure. */
        errorCount: z.int(),
        lastRun: z.nullable(z.iso.datetime()),
        nextRun: z.iso.datetime(),
        lastError: z.nullable(z.object({ message: z.string(), timestamp: z.iso.datetime() })),
      }),
    }),
    timestamp: z.iso.datetime(),
    /** In Asia/Kolkata. */
    localTime: z.string(),
    /** Seconds. */
    serverUptime: z.number(),
    platform: z.string(),
    nodeVersion: z.string(),
    /** The active run of any server, with its progress. */
    currentRun: z.nullable(smartPollRun),
    configuration: z.object({
      everyS: z.int(),
      minAgeS: z.int(),
      timeoutMs: z.int(),
      clicksPerRun: z.int(),
      /** Active offers with a status URL. */
      offers: z.int(),
      /** Clicks in the queue, counted up to `queuedAtMost`. */
      queued: z.int(),
      queuedAtMost: z.int(),
    }),
    externalEndpoint: z.object({
      enabled: z.boolean(),
      /** The URL for an external scheduler, without its key. */
      url: z.string(),
      /** For one test: its key expires after five minutes. Without CRON_KEY it has no key. */
      testUrl: z.string(),
    }),
  }),
});

export const listSmartPollRuns = defineRoute({
  method: 'GET',
  path: '/api/admin/smart-poll/runs',
  right: rights.seeSmartPoll,
  summary: 'The runs of the smart poll, newest first; a search by click id finds the runs that polled it',
  query: z.object({
    ...listQuery(['startedAt'], { limit: 20 }),
    show: z._default(z.enum(['all', 'asked', 'recovered', 'failed']), 'all'),
  }),
  answer: success({
    runs: z.array(smartPollRun),
    total: z.int(),
    /** The value of the cron status at this moment. A higher value there later means new runs. */
    runCount: z.int(),
  }),
});

export const getSmartPollRun = defineRoute({
  method: 'GET',
  path: '/api/admin/smart-poll/runs/:id',
  right: rights.seeSmartPoll,
  summary: 'One run in full: each polled click with its answer and result',
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: success({ run: smartPollRun, polls: z.array(smartPoll) }),
});

/** For an external scheduler, with its own secret (CRON_KEY). Disabled without CRON_KEY. */
export const cronSmartPoll = defineRoute({
  method: 'GET',
  path: '/api/cron/smart-poll',
  auth: 'key',
  summary: 'Runs the smart poll for an external scheduler; key is CRON_KEY',
  limit: { max: 30, windowS: 60 },
  query: z.object({ key: z._default(z.string().check(z.maxLength(512)), '') }),
  answer: success({
    /** False if a run was already active. */
    ran: z.boolean(),
    message: z.string(),
    run: z.nullable(smartPollRun),
  }),
});
