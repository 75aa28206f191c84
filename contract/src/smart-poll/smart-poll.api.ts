import * as z from 'zod/mini';
import { defineRoute, listQuery } from '../http/index.ts';
import { smartPoll, smartPollRun } from './smart-poll.ts';

const tag = 'smart-poll';
const success = z.literal(true);
const ran = z.object({ success, message: z.string(), run: smartPollRun });

export const startSmartPoll = defineRoute({
  method: 'POST',
  path: '/api/admin/smart-poll',
  auth: 'admin',
  tag,
  summary: 'Runs the smart poll now; answers when it is done',
  limit: { max: 120, windowS: 60 },
  answer: ran,
});

export const forceSmartPoll = defineRoute({
  method: 'POST',
  path: '/api/admin/force-smart-poll',
  auth: 'admin',
  tag,
  summary: 'Runs the smart poll now, whatever the age of the clicks; answers when it is done',
  limit: { max: 120, windowS: 60 },
  answer: ran,
});

export const getCronStatus = defineRoute({
  method: 'GET',
  path: '/api/admin/cron-status',
  auth: 'admin',
  tag,
  summary: 'How the smart poll and its server are doing',
  answer: z.object({
    success,
    cronJobStats: z.object({
      smartPoll: z.object({
        isRunning: z.boolean(),
        runCount: z.int(),
        /** Runs in which something went wrong. */
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
    /** The run that is under way on any server, with its progress. */
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
      /** Where an external scheduler calls, without its key. */
      url: z.string(),
      /** For one test. Its key expires after a few minutes. Without CRON_KEY it has no key. */
      testUrl: z.string(),
    }),
  }),
});

export const listSmartPollRuns = defineRoute({
  method: 'GET',
  path: '/api/admin/smart-poll/runs',
  auth: 'admin',
  tag,
  summary: 'The runs of the smart poll, the newest first; a search by click id finds those that asked about it',
  query: z.object({
    ...listQuery(['startedAt'], { limit: 20 }),
    show: z._default(z.enum(['all', 'asked', 'recovered', 'failed']), 'all'),
  }),
  answer: z.object({
    success,
    runs: z.array(smartPollRun),
    total: z.int(),
    /** As in the cron status; what that says later is more by the runs that are new. */
    runCount: z.int(),
  }),
});

export const getSmartPollRun = defineRoute({
  method: 'GET',
  path: '/api/admin/smart-poll/runs/:id',
  auth: 'admin',
  tag,
  summary: 'One run in full: each click that it asked about, the answer and what it came to',
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: z.object({ success, run: smartPollRun, polls: z.array(smartPoll) }),
});

/** For an external scheduler. Its own secret (CRON_KEY); off without one. */
export const cronSmartPoll = defineRoute({
  method: 'GET',
  path: '/api/cron/smart-poll',
  auth: 'key',
  tag,
  summary: 'Runs the smart poll for an external scheduler; key is CRON_KEY',
  limit: { max: 30, windowS: 60 },
  query: z.object({ key: z._default(z.string().check(z.maxLength(512)), '') }),
  answer: z.object({
    success,
    /** False when a run was under way already; that one serves. */
    ran: z.boolean(),
    message: z.string(),
    run: z.nullable(smartPollRun),
  }),
});
