import { writeAudit, type AuditEntry } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Tx } from '#platform/database/index.ts';

/** So many entries of one kind of stranger's work are written in a minute by one process; the next one says how many were not. */
export const WRITTEN_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

export interface BoundedAudit {
  /** Writes the entry or counts it. @param adminId whom the address belongs to; undefined: nobody, and all of these are one kind */
  write(tx: Tx, adminId: string | undefined, entry: AuditEntry): Promise<void>;
}

interface Minute {
  readonly since: number;
  written: number;
  notWritten: number;
}

/**
 * The audit log of what anybody may do without a session. It is kept for good, so strangers must not be able to fill it:
 * rate limits hold for each network, and there are more networks than rows that fit.
 */
export function createBoundedAudit(clock: Clock): BoundedAudit {
  const minutes = new Map<string, Minute>();
  return {
    async write(tx, adminId, entry) {
      const now = clock.now().getTime();
      const whose = adminId ?? 'nobody';
      const last = minutes.get(whose);
      const isOver = last === undefined || Math.abs(now - last.since) >= MINUTE_MS;
      const minute = isOver ? { since: now, written: 0, notWritten: last?.notWritten ?? 0 } : last;
      minutes.set(whose, minute);
      if (minute.written >= WRITTEN_PER_MINUTE) {
        minute.notWritten += 1;
        return;
      }
      const { notWritten } = minute;
      minute.written += 1;
      minute.notWritten = 0;
      const after = notWritten === 0 ? entry.after : { ...(entry.after as object | undefined), notWritten };
      await writeAudit(tx, { ...entry, after });
    },
  };
}
