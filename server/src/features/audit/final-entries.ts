import type { LogEnd } from './audit-stream.repository.ts';

/**
 * Finds up to which id the log is final: no transaction can add an entry before it any more. Ids are given before the
 * commit, so a visible entry may have older neighbours that are not visible yet. docs/decisions/audit-stream.md proves it.
 */
export function createFinalEntries() {
  let candidate: LogEnd | undefined;
  return {
    /** @returns the newest final id, or undefined while older transactions are open */
    upTo(end: LogEnd): number | undefined {
      candidate ??= end;
      // Every transaction that had begun when `candidate` was read has ended.
      if (end.oldestOpen < candidate.nextNew) return undefined;
      const { newest } = candidate;
      candidate = undefined;
      return newest;
    },
  };
}
