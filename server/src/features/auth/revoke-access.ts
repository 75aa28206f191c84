import type { Tx } from '#platform/database/index.ts';
import { stopRunsOf } from '#features/bulk-runs/index.ts';
import { withdrawProposalsOf } from '#features/second-person/index.ts';
import { deleteChallengesOf } from './challenges.repository.ts';
import { withdrawInvitationsOf } from './admins.repository.ts';
import { closeResetsOf } from './resets.repository.ts';
import { endSessionsOf, type EndReason } from './sessions.repository.ts';

/**
 * Ends an admin's sessions, codes, reset links, sent invitations and active bulk runs, so an intruder keeps no access.
 * @param keptId the session in which the admin chose a new password. It continues
 * @returns the number of live sessions, open invitations and stopped runs
 */
export async function revokeAccess(
  tx: Tx,
  adminId: string,
  because: EndReason,
  now: Date,
  keptId?: string,
): Promise<{ readonly sessionsEnded: number; readonly invitationsEnded: number; readonly runsStopped: number }> {
  await closeResetsOf(tx, adminId, now);
  await deleteChallengesOf(tx, adminId);
  const invitationsEnded = await withdrawInvitationsOf(tx, adminId, now);
  const reason = keptId === undefined ? 'Its administrator lost access.' : 'Its administrator chose a new password.';
  const runsStopped = await stopRunsOf(tx, adminId, { reason, at: now });
  if (keptId === undefined) await withdrawProposalsOf(tx, adminId, adminId, now, 'The proposer lost access.');
  const sessionsEnded = await endSessionsOf(tx, adminId, { because, now, keptId });
  return { sessionsEnded, invitationsEnded, runsStopped };
}
