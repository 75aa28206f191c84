import { success } from '../http/index.ts';
import * as z from '#schema';

/** Actions on several selected records, or on everything that matches a filter. */
export const BULK_RUN_KINDS = ['withdrawals.approve', 'withdrawals.reject', 'clicks.pay'] as const;
export type BulkRunKind = (typeof BULK_RUN_KINDS)[number];

/** `stopped`: ended automatically after repeated failures. Like `cancelled`, it can be resumed. */
const BULK_RUN_STATUSES = ['prepared', 'running', 'done', 'cancelled', 'stopped'] as const;
export type BulkRunStatus = (typeof BULK_RUN_STATUSES)[number];

/**
 * `already`: the same admin had already decided it like this. `checking`: approved, the outcome of the payment is not
 * known yet. `failed`: approved, and the payment failed. `refused`: unchanged, because it has changed since the run was
 * prepared.
 */
const BULK_RUN_OUTCOMES = ['done', 'already', 'checking', 'failed', 'refused'] as const;
export type BulkRunOutcome = (typeof BULK_RUN_OUTCOMES)[number];

/** Maximum number of items of one run. */
export const BULK_RUN_AT_MOST = 5_000;
/** Maximum number of items or results in one answer. */
export const BULK_RUN_RESULTS_AT_ONCE = 500;

/** The items are fixed when the run is prepared. Later matches are not part of it. */
export const bulkRun = z.object({
  id: z.string(),
  kind: z.enum(BULK_RUN_KINDS),
  status: z.enum(BULK_RUN_STATUSES),
  count: z.int(),
  /** More items match than one run takes. The run has those that waited longest (clicks: the newest). */
  isCutShort: z.boolean(),
  coins: z.int(),
  /** Rupees; null where no money is paid. */
  amount: z.nullable(z.number()),
  users: z.int(),
  adminReason: z.nullable(z.string()),
  by: z.string(),
  createdAt: z.iso.datetime(),
  startedAt: z.nullable(z.iso.datetime()),
  finishedAt: z.nullable(z.iso.datetime()),
  /** Why the run stopped automatically. */
  stopReason: z.nullable(z.string()),
  tally: z.record(z.enum(BULK_RUN_OUTCOMES), z.int()),
  /** Not decided yet. */
  left: z.int(),
});
export type BulkRun = z.infer<typeof bulkRun>;

const bulkRunItem = z.object({
  itemId: z.string(),
  /** Short description of the item: the user and the destination. */
  label: z.string(),
  coins: z.int(),
  /** Rupees. */
  amount: z.nullable(z.number()),
});
export type BulkRunItem = z.infer<typeof bulkRunItem>;

export const bulkRunResult = z.extend(bulkRunItem, {
  /** From 1, in the order in which the results were recorded. */
  number: z.int(),
  outcome: z.enum(BULK_RUN_OUTCOMES),
  message: z.string(),
});
export type BulkRunResult = z.infer<typeof bulkRunResult>;

/** The answer of the calls that prepare a run. Nothing is decided yet. */
export const preparedRun = success({
  run: bulkRun,
  /** The first items of the run. */
  items: z.array(bulkRunItem),
});
