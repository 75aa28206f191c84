import { writeAudit, type AuditEntry } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';

/**
 * So many entries are written in a minute by one process about the address of each administrator, and as many about all
 * addresses that nobody has together, whatever was done: failed sign-ins, asked-for links and codes. The next one says how
 * many were not.
 */
export const WRITTEN_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Writes the entry or counts it. @param adminId whom the address belongs to; undefined: nobody */
type WriteBounded = (adminId: string | undefined, entry: AuditEntry) => Promise<void>;

export interface BoundedAudit {
  /**
   * A transaction whose entries are bounded. What does not commit, or is done again, has neither used up a place nor been
   * counted as not written.
   */
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

/** What a try has booked. */
interface Booking {
  readonly book: Book;
  /** Its place; null: there was none, and it is counted when the transaction has committed. */
  readonly minute: Minute | null;
  /** How many were not written before, as its entry says. */
  readonly notWritten: number;
}

/**
 * The audit log of what anybody may do without a session. It is kept for good, so strangers must not be able to fill it:
 * rate limits hold for each network, and there are more networks than rows that fit.
 */
export function createBoundedAudit({ database, clock }: { database: Database; clock: Clock }): BoundedAudit {
  const books = new Map<string, Book>();
  /** A place is taken at once: those who write at the same time are bounded together. */
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
