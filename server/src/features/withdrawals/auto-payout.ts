import type { Actor } from '#platform/audit-log/index.ts';
import { AppError } from '#platform/app-error/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { approveWithdrawal, type PayDependencies } from './approve-withdrawal.ts';
import { findWithdrawal } from './withdrawals.repository.ts';

export const AUTO_APPROVE_JOB = 'withdrawals-auto-approve';

const AUTO_PAYOUT: Actor = { kind: 'system', id: 'auto-payout', name: 'Auto Payout' };

/** Approves withdrawals that were requested while auto payout was on; those above the limit wait for a person. */
export function defineAutoPayout(
  dependencies: PayDependencies & { jobs: Jobs; settings: Settings; autoPayoutMaxRupees: number },
): void {
  const { database, jobs, settings, autoPayoutMaxRupees } = dependencies;
  jobs.define<{ withdrawalId: string }>({
    name: AUTO_APPROVE_JOB,
    batchSize: 10,
    async handle({ withdrawalId }) {
      if (!settings.current().autoPayoutEnabled) return;
      const row = await findWithdrawal(database, withdrawalId);
      if (row?.status !== 'pending' || row.amount_paise > autoPayoutMaxRupees * 100) return;
      try {
        await approveWithdrawal(dependencies, withdrawalId, {}, { actor: AUTO_PAYOUT });
      } catch (error) {
        // A person was first: nothing is left to do.
        if (!(error instanceof AppError && error.code === 'wrong_state')) throw error;
      }
    },
  });
}
