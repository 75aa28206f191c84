import type { Tx } from '#platform/database/index.ts';
import { deleteChallengesOf } from './challenges.repository.ts';
import { withdrawInvitationsOf } from './invitations-of.repository.ts';
import { closeResetsOf } from './resets.repository.ts';
import { endSessionsOf, type EndReason } from './sessions.repository.ts';

/**
 * Ends every session, awaited code and reset link of an administrator, and the invitations that they sent: whoever used
 * their session leaves no door open.
 * @returns how many sessions were still live, and how many invitations open
 */
export async function closeAccess(
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
