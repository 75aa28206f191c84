import { rights } from '@muneem/contract/rights';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { listEmailsWith } from '#features/auth/index.ts';
import { readLimits } from '#features/second-person/index.ts';
import { resetLimits } from './proposals.repository.ts';

/**
 * Switches all limits of one person off from the server's command line, and takes the open proposals back: the way out
 * if a single administrator is left. The caller mails the owners.
 */
export async function resetSecondPerson(
  database: Database,
): Promise<{ readonly withdrawn: number; readonly owners: readonly string[] }> {
  return transaction(database, async (tx) => {
    const before = await readLimits(tx);
    const withdrawn = await resetLimits(tx);
    await writeAudit(tx, SYSTEM_ACTORS.operator, 'settings.reset-second-person', ['settings', 'settings'], {
      before,
      after: { withdrawal: null, day: null, run: null, manualDay: null, proposalsWithdrawn: withdrawn },
    });
    return { withdrawn, owners: await listEmailsWith(tx, rights.changeSettings) };
  });
}
