import { coins } from '@muneem/contract/money';
import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { findJournalWithoutCause, insertCorrection, listPostings } from './ledger-causes.repository.ts';
import { postJournals } from './post-journals.ts';

interface Correction {
  readonly journalId: number;
  readonly reason: string;
  /** Keeps the coins. Otherwise a reversing journal takes them. */
  readonly keep: boolean;
}

/**
 * Resolves a journal without a cause: reverses it, or records a cause that keeps it. @returns the problem
 * @throws AppError `not_found` if the journal has its cause; `insufficient_coins` if the coins are spent
 */
export async function correctJournal(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { journalId, reason, keep }: Correction,
): Promise<string> {
  return transaction(database, async (tx) => {
    const problem = await findJournalWithoutCause(tx, journalId);
    if (problem === null) throw new AppError('not_found', `Journal ${journalId} does not exist or has its cause.`);
    const at = clock.now();
    if (!keep) {
      const postings = await listPostings(tx, journalId);
      const [reversal] = await postJournals(tx, [
        {
          scope: 'correction',
          key: String(journalId),
          kind: 'reversal',
          actor: SYSTEM_ACTORS.operator,
          reason,
          reverses: journalId,
          postings: postings.map((posting) => ({ ...posting, amount: coins(-posting.amount) })),
        },
      ]);
      if (reversal) await insertCorrection(tx, reversal.journalId, reason, at);
    }
    await insertCorrection(tx, journalId, reason, at);
    await writeAudit(tx, SYSTEM_ACTORS.operator, 'ledger.correct', ['ledger', 'ledger'], {
      before: { problem },
      after: { journalId, reason, coins: keep ? 'kept' : 'reversed' },
    });
    return problem;
  });
}
