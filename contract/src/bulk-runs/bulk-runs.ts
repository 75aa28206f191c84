import * as z from 'zod/mini';

/** Actions on everything that matches a filter. */
export const BULK_RUN_KINDS = ['withdrawals.approve', 'withdrawals.reject', 'clicks.pay'] as const;
export type BulkRunKind = (typeof BULK_RUN_KINDS)[number];

/** `stopped`: ended automatically after repeated failures. Like `cancelled`, it can be resumed. */
export const BULK_RUN_STATUSES = ['prepared', 'running', 'done', 'cancelled', 'stopped'] as const;
export type BulkRunStatus = (typeof BULK_RUN_STATUSES)[number];

/**
 * `already`: the same person had decided it like this before. `checking`: approved, the provider has not said what became
 * of the payment. `failed`: approved, and the payment failed. `refused`: it was not touched, because it has changed since.
 */
export const BULK_RUN_OUTCOMES = ['done', 'already', 'checking', 'failed', 'refused'] as const;
export type BulkRunOutcome = (typeof BULK_RUN_OUTCOMES)[number];

/** The most that one run takes. */
export const BULK_RUN_AT_MOST = 5_000;
/** The most items or results in one answer. */
export const BULK_RUN_RESULTS_AT_ONCE = 500;

/** Fixed when it was prepared: what comes to match later is not in it. */
export const bulkRun = z.object({
  id: z.string(),
  kind: z.enum(BULK_RUN_KINDS),
  status: z.enum(BULK_RUN_STATUSES),
  count: z.int(),
  /** More match than one run takes; these are the ones that have waited longest (clicks: the newest). */
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
  /** Why it stopped automatically. */
  stopReason: z.nullable(z.string()),
  tally: z.record(z.enum(BULK_RUN_OUTCOMES), z.int()),
  /** Not decided yet. */
  left: z.int(),
});
export type BulkRun = z.infer<typeof bulkRun>;

export const bulkRunItem = z.object({
  itemId: z.string(),
  /** Whose it is and where it goes. */
  label: z.string(),
  coins: z.int(),
  /** Rupees. */
  amount: z.nullable(z.number()),
});
export type BulkRunItem = z.infer<typeof bulkRunItem>;

export const bulkRunResult = z.extend(bulkRunItem, {
  /** Counts up from 1 in the order in which they became known. */
  number: z.int(),
  outcome: z.enum(BULK_RUN_OUTCOMES),
  message: z.string(),
});
export type BulkRunResult = z.infer<typeof bulkRunResult>;

/** The answer of the calls that prepare a run: nothing has been decided yet. */
export const preparedRun = z.object({
  success: z.literal(true),
  run: bulkRun,
  /** The first ones of it. */
  items: z.array(bulkRunItem),
});
