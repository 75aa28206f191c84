import * as z from '#schema';
import { routesOf, success, byId, trimmed } from '../http/index.ts';
import { BULK_RUN_KINDS, bulkRun, bulkRunResult } from './bulk-runs.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('bulk-runs');
const answer = success({ run: bulkRun });
const REASON_MAX_LENGTH = 500;

export const listBulkRuns = defineRoute({
  method: 'GET',
  path: '/api/bulk-runs',
  right: rights.seeBulkRuns,
  summary: 'The last started runs of one kind, newest first',
  query: z.object({ kinds: z.string().check(z.maxLength(100)) }),
  answer: success({ runs: z.array(bulkRun) }),
});

export const getBulkRun = defineRoute({
  method: 'GET',
  path: '/api/bulk-runs/:id',
  right: rights.seeBulkRuns,
  summary: 'The progress of a run, with its results after a given number',
  params: byId,
  query: z.object({ after: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0) }),
  answer: success({ run: bulkRun, results: z.array(bulkRunResult) }),
  limit: { max: 240, windowS: 60 },
});

export const startBulkRun = defineRoute({
  method: 'POST',
  path: '/api/bulk-runs/:id/start',
  right: rights.startBulkRuns,
  summary: 'Starts a prepared run, or resumes a cancelled or stopped run; a repeat has no effect',
  params: byId,
  body: z.object({
    /** The confirmed count. It must equal the run's count. */
    count: z.int(),
    adminReason: z.optional(
      z.nullable(trimmed(z.maxLength(REASON_MAX_LENGTH, `Use at most ${REASON_MAX_LENGTH} characters`))),
    ),
  }),
  answer,
  limit: { max: 20, windowS: 60 },
});

export const cancelBulkRun = defineRoute({
  method: 'POST',
  path: '/api/bulk-runs/:id/cancel',
  right: rights.startBulkRuns,
  summary: 'Ends a run after the decisions in progress; the other items stay unchanged',
  params: byId,
  answer,
});

/** Parses a comma-separated list of kinds. Ignores other names. */
export const kindsOf = (names: string): (typeof BULK_RUN_KINDS)[number][] =>
  BULK_RUN_KINDS.filter((kind) => names.split(',').includes(kind));
