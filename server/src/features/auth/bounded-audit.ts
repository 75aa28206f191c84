import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';

/**
 * Audit entries per minute and process: per admin, and for all unknown addresses together.
 * The next entry says how many were skipped.
 */
const WRITTEN_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Writes or counts an entry about the address. @param adminId its owner, undefined if unknown */
type WriteBounded = (
  adminId: string | undefined,
  by: { readonly actor: Actor; readonly email: string },
  action: string,
  after: object,
) => Promise<void>;

export type BoundedAudit = ReturnType<typeof createBoundedAudit>;

/** The entries of one minute. */
interface Budget {
  readonly since: number;
  written: number;
  /** Skipped entries that no written entry has reported. */
  skipped: number;
}

/**
 * Bounds the audit log of actions without a session. The log is kept for years, so strangers must not fill it. Rate
 * limits per network do not suffice: a botnet has many networks.
 */
export function createBoundedAudit({ database, clock }: { database: Database; clock: Clock }) {
  const budgets = new Map<string, Budget>();
  const budgetOf = (whose: string): Budget => {
    const now = clock.now().getTime();
    const known = budgets.get(whose);
    if (known && Math.abs(now - known.since) < MINUTE_MS) return known;
    const budget = { since: now, written: 0, skipped: known?.skipped ?? 0 };
    budgets.set(whose, budget);
    return budget;
  };
  return {
    /** Runs a transaction with at most one bounded entry. A rolled-back or retried attempt counts nothing. */
    async transaction<Result>(work: (tx: Tx, write: WriteBounded) => Promise<Result>): Promise<Result> {
      let undo = (): void => undefined;
      try {
        return await transaction(database, (tx) => {
          undo();
          undo = () => undefined;
          return work(tx, async (adminId, { actor, email }, action, after) => {
            const budget = budgetOf(adminId ?? 'nobody');
            // Counted before the write, so concurrent writers share the limit.
            const isSkipped = budget.written >= WRITTEN_PER_MINUTE;
            const { skipped } = budget;
            budget.written += isSkipped ? 0 : 1;
            budget.skipped = isSkipped ? skipped + 1 : 0;
            undo = () => {
              budget.written -= isSkipped ? 0 : 1;
              budget.skipped += isSkipped ? -1 : skipped;
            };
            if (isSkipped) return;
            const counted = skipped <= 0 ? after : { ...after, notWritten: skipped };
            await writeAudit(tx, { ...actor, name: email }, action, ['sign_in', email], { after: counted });
          });
        });
      } catch (error) {
        undo();
        throw error;
      }
    },
  };
}
