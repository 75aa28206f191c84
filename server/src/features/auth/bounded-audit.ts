import { writeAudit, type AuditEntry } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';

/**
 * Audit entries per minute and process: per admin, and for all unknown addresses together.
 * The next entry says how many were skipped.
 */
export const WRITTEN_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Writes or counts an entry. @param adminId owner of the address, undefined if unknown */
type WriteBounded = (adminId: string | undefined, entry: AuditEntry) => Promise<void>;

export interface BoundedAudit {
  /** Runs a transaction with bounded entries. A rolled-back or retried attempt counts nothing. */
  transaction<Result>(work: (tx: Tx, write: WriteBounded) => Promise<Result>): Promise<Result>;
}

interface Minute {
  readonly since: number;
  written: number;
}

interface Book {
  minute: Minute;
  notWritten: number;
}

/** The bookkeeping of one attempt. */
interface Booking {
  readonly book: Book;
  /** The minute that has room. Null: the entry is counted as skipped at the commit. */
  readonly minute: Minute | null;
  /** Number of skipped entries that this entry reports. */
  readonly notWritten: number;
}

/**
 * Bounds the audit log of actions without a session. The log is never deleted, so strangers must not fill it.
 * Rate limits per network do not suffice: a botnet has many networks.
 */
export function createBoundedAudit({ database, clock }: { database: Database; clock: Clock }): BoundedAudit {
  const books = new Map<string, Book>();
  /** Books before the write, so concurrent writers share the limit. */
  const book = (whose: string): Booking => {
    const now = clock.now().getTime();
    const its = books.get(whose) ?? { minute: { since: now, written: 0 }, notWritten: 0 };
    books.set(whose, its);
    if (Math.abs(now - its.minute.since) >= MINUTE_MS) its.minute = { since: now, written: 0 };
    const { minute, notWritten } = its;
    if (minute.written >= WRITTEN_PER_MINUTE) return { book: its, minute: null, notWritten: 0 };
    minute.written += 1;
    its.notWritten = 0;
    return { book: its, minute, notWritten };
  };
  return {
    async transaction(work) {
      let booked: Booking[] = [];
      const giveBack = (): void => {
        for (const { book: its, minute, notWritten } of booked) {
          if (minute) minute.written -= 1;
          its.notWritten += notWritten;
        }
        booked = [];
      };
      try {
        const result = await transaction(database, (tx) => {
          giveBack();
          return work(tx, async (adminId, entry) => {
            const booking = book(adminId ?? 'nobody');
            booked.push(booking);
            if (booking.minute === null) return;
            const { notWritten } = booking;
            const after = notWritten === 0 ? entry.after : { ...(entry.after as object | undefined), notWritten };
            await writeAudit(tx, { ...entry, after });
          });
        });
        for (const { book: its, minute } of booked) if (minute === null) its.notWritten += 1;
        return result;
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}
