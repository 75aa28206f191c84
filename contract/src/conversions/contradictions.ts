import * as z from '#schema';

/** `dismissed`: an admin let the conversion stand. `reversed`: an admin or the network reversed it. */
const CONTRADICTION_DECISIONS = ['reversed', 'dismissed'] as const;
export type ContradictionDecision = (typeof CONTRADICTION_DECISIONS)[number];

/** A network's statement against an event that it had approved before, and the decision about it. */
export const contradiction = z.object({
  _id: z.int(),
  conversionId: z.string(),
  /** The statement in words. A repeat of it counts in `times`. */
  said: z.string(),
  times: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** Null while it waits for a decision. */
  decision: z.nullable(z.enum(CONTRADICTION_DECISIONS)),
  decidedAt: z.nullable(z.iso.datetime()),
  decidedBy: z.nullable(z.string()),
  /** The admin's reason. Null if the network itself reversed the conversion. */
  reason: z.nullable(z.string()),
});
export type Contradiction = z.infer<typeof contradiction>;
