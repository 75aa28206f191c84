import * as z from '#schema';
import { routesOf, success } from '../http/index.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('exports');

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Maximum exports that one admin can run at a time. */
export const MAX_RUNNING_EXPORTS = 3;

/** Query parameter of an export: an id chosen by the caller, to poll its progress. */
export const exportId = () => z.optional(z.uuid('An export ID is a UUID.'));

/** Long enough for a lost signal, a closed laptop, and a slow line whose send buffers empty in steps of a megabyte. */
export const EXPORT_UNTAKEN_MINUTES = 10;
/** Why the server ended an export, with the text for the admin. */
export const EXPORT_END_TEXTS = {
  session_ended: 'The session that started it has ended, or its administrator’s role has changed.',
  not_taken: `The download was paused for ${EXPORT_UNTAKEN_MINUTES} minutes.`,
} as const;
export type ExportEnd = keyof typeof EXPORT_END_TEXTS;

const progress = z.object({
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Number of rows written so far. */
  written: z.int(),
  /** Number of rows at the start. Null if there are too many to count. */
  total: z.nullable(z.int()),
  endedBecause: z.optional(z.enum(Object.keys(EXPORT_END_TEXTS) as ExportEnd[])),
});
export type ExportProgress = z.infer<typeof progress>;

export const getExportProgress = defineRoute({
  method: 'GET',
  path: '/api/exports/:exportId/progress',
  right: rights.seeReports,
  // A timer polls this, also in a hidden window.
  unattended: true,
  summary: 'The progress of one of your exports',
  params: z.object({ exportId: z.uuid('An export ID is a UUID.') }),
  answer: success({ export: progress }),
});
