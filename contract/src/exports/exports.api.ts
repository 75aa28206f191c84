import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How many exports one administrator can have running. */
export const MAX_RUNNING_EXPORTS = 3;

/** In an export's query: the caller's name for it, under which its progress can be asked. */
export const exportId = () => z.optional(z.uuid('An export ID is a UUID.'));

const progress = z.object({
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Rows written so far. */
  written: z.int(),
  /** Rows that there were when it began; null where they are too many to be counted. */
  total: z.nullable(z.int()),
});
export type ExportProgress = z.infer<typeof progress>;

export const getExportProgress = defineRoute({
  method: 'GET',
  path: '/api/exports/:exportId/progress',
  auth: 'admin',
  tag: 'exports',
  summary: 'How far an export of yours is',
  params: z.object({ exportId: z.uuid('An export ID is a UUID.') }),
  answer: z.object({ success: z.literal(true), export: progress }),
});
