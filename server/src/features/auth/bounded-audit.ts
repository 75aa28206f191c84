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

export interface BoundedAudit {
  /** Runs a transaction with bounded entries. A rolled-back or retried attempt counts nothing. */
  transaction<Result>(work: (tx: Tx, write: WriteBounded) => Promise<Result>): Promise<Result>;
}

interface Minute {
  readonly since: number;
  written: number;
}

interface Budget {
  minute: Minute;
  notWritten: number;
}

/** The reservation of one entry. */
interface Reservation {
  readonly budget: Budget;
  /** The minute that has room. Null: the entry is counted as skipped at the commit. */
  readonly minute: Minute | null;
  /** Number of skipped entries that this entry reports. */
  readonly notWritten: number;
}

/**
 * Bounds the audit log of actions without a session. The log is kept for years, so strangers must not fill it. Rate
 * limits per network do not suffice: a botnet has many networks.
 */
export function createBoundedAudit({ database, clock }: { database: Database; clock: Clock }): BoundedAudit {
  const budgets = new Map<string, Budget>();
  /** Reserves before the write, so concurrent writers share the limit. */
  const reserve = (whose: string): Reservation => {
    const now = clock.now().getTime();
    const budget = budgets.get(whose) ?? { minute: { since: now, written: 0 }, notWritten: 0 };
    budgets.set(whose, budget);
    if (Math.abs(now - budget.minute.since) >= MINUTE_MS) budget.minute = { since: now, written: 0 };
    const { minute, notWritten } = budget;
    if (minute.written >= WRITTEN_PER_MINUTE) return { budget, minute: null, notWritten: 0 };
    minute.written += 1;
    budget.notWritten = 0;
    return { budget, minute, notWritten };
  };
  return {
    async transaction(work) {
      let reserved: Reservation[] = [];
      const release = (): void => {
        for (const { budget, minute, notWritten } of reserved) {
          if (minute) minute.written -= 1;
          budget.notWritten += notWritten;
        }
        reserved = [];
      };
      try {
        const result = await transaction(database, (tx) => {
          release();
          return work(tx, async (adminId, { actor, email }, action, after) => {
            const reservation = reserve(adminId ?? 'nobody');
            reserved.push(reservation);
            if (reservation.minute === null) return;
            const { notWritten } = reservation;
            const counted = notWritten === 0 ? after : { ...after, notWritten };
            await writeAudit(tx, { ...actor, name: email }, action, ['sign_in', email], { after: counted });
          });
        });
        for (const { budget, minute } of reserved) if (minute === null) budget.notWritten += 1;
        return result;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
