import * as z from '#schema';

/** Life of a proposal. */
export const PROPOSAL_LIFE_MS = 7 * 24 * 3_600_000;
/** An administrator neither proposes nor decides for this time after they were invited or enabled. */
export const NEW_ACCESS_MS = 24 * 3_600_000;

export const PROPOSAL_STATUSES = ['open', 'confirmed', 'declined', 'withdrawn', 'expired'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** A call that waits for a second person, or did. */
export const proposal = z.object({
  id: z.string(),
  status: z.enum(PROPOSAL_STATUSES),
  /** The call in words: "Pay ₹12,000 to Asha (asha@upi)". */
  title: z.string(),
  /** Why one person may not do it: "₹12,000 is above the limit of ₹10,000 for one withdrawal." */
  reason: z.string(),
  /** Rupees. Null: no payment. */
  amount: z.nullable(z.number()),
  /** The record that it changes, as in the audit log. */
  recordType: z.string(),
  recordId: z.string(),
  proposedBy: z.string(),
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  /** The reason of a decline. */
  decisionReason: z.nullable(z.string()),
  /** True for the caller’s own proposal. */
  isYours: z.boolean(),
  /** Why the caller may not decide it. Null: they may. */
  whyNot: z.nullable(z.string()),
  /** The names of those who may confirm it. Empty: no one, so `npm run reset-second-person` or another administrator is needed. */
  deciders: z.array(z.string()),
});
export type Proposal = z.infer<typeof proposal>;

/** Limits for what one person may do. Rupees. Null: no limit. */
export const secondPersonLimits = z.object({
  withdrawal: z.nullable(z.number()),
  /** For what one person approves in a day of Asia/Kolkata. */
  day: z.nullable(z.number()),
  /** For the total of a bulk run. */
  run: z.nullable(z.number()),
  /** For what one person pays by hand in a day. */
  manualDay: z.nullable(z.number()),
});
