import type { Tx } from '#platform/database/index.ts';
import { deleteChallengesOf } from './challenges.repository.ts';
import { withdrawInvitationsOf } from './invitations-of.repository.ts';
import { closeResetsOf } from './resets.repository.ts';
import { endSessionsOf, type EndReason } from './sessions.repository.ts';

/**
 * Ends an admin's sessions, codes, reset links and sent invitations, so an intruder keeps no access.
 * @returns the number of live sessions and open invitations
 */
export async function revokeAccess(
  tx: Tx,
  adminId: string,
  because: EndReason,
  now: Date,
): Promise<{ readonly sessionsEnded: number; readonly invitationsEnded: number }> {
  await closeResetsOf(tx, adminId, now);
  await deleteChallengesOf(tx, adminId);
  const invitationsEnded = await withdrawInvitationsOf(tx, adminId, now);
  return { sessionsEnded: await endSessionsOf(tx, adminId, because, now), invitationsEnded };
}
