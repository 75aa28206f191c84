import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How many exports one administrator can have running. */
export const MAX_RUNNING_EXPORTS = 3;

/** In an export's query: the caller's name for it, under which its progress can be asked. */
export const exportId = () => z.optional(z.uuid('An export ID is a UUID.'));

/** Long enough for a tunnel, a lid that was closed, and the slowest line: the system's buffer moves by a megabyte at a time. */
export const EXPORT_UNTAKEN_MINUTES = 10;
/** Why the server ended an export, with the text for the admin. */
export const EXPORT_END_TEXTS = {
  session_ended: 'The session that it was started in has ended.',
  not_taken: `Nothing of it was taken for ${EXPORT_UNTAKEN_MINUTES} minutes.`,
} as const;
export type ExportEnd = keyof typeof EXPORT_END_TEXTS;

const progress = z.object({
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Rows written so far. */
  written: z.int(),
  /** Rows that there were when it began; null where they are too many to be counted. */
  total: z.nullable(z.int()),
  endedBecause: z.optional(z.enum(Object.keys(EXPORT_END_TEXTS) as ExportEnd[])),
});
export type ExportProgress = z.infer<typeof progress>;

export const getExportProgress = defineRoute({
  method: 'GET',
  path: '/api/exports/:exportId/progress',
  auth: 'admin',
  // A timer calls it, also in a hidden window.
  unattended: true,
  tag: 'exports',
  summary: 'How far an export of yours is',
  params: z.object({ exportId: z.uuid('An export ID is a UUID.') }),
  answer: z.object({ success: z.literal(true), export: progress }),
});
