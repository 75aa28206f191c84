import type { Tx } from '#platform/database/index.ts';
import { deleteChallengesOf } from './challenges.repository.ts';
import { closeResetsOf } from './resets.repository.ts';
import { endSessionsOf, type EndReason } from './sessions.repository.ts';

/** Ends every session, awaited code and reset link of an administrator. @returns how many sessions were still live */
export async function closeAccess(tx: Tx, adminId: string, because: EndReason, now: Date): Promise<number> {
  await closeResetsOf(tx, adminId, now);
  await deleteChallengesOf(tx, adminId);
  return endSessionsOf(tx, adminId, because, now);
}
