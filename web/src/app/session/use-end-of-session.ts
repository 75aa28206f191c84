import type { Role } from '@muneem/contract/rights';
import { useEffect, useRef } from 'react';
import { endSession } from '#lib/at-end-of-session.ts';
import { dropDraftsOf } from '#lib/drafts.ts';
import { queryClient } from '#lib/query-client.ts';
import { noticeStore } from '#ui/toasts/index.ts';
import { useSession } from './session-store.ts';

/**
 * Clears the cache and stops running work when a session ends. The next admin must not see the data of the previous
 * one.
 */
export function useEndOfSession(): void {
  const { admin, signedOutBy } = useSession();
  const isSignedIn = admin !== undefined;
  // Old records have no email. A restored session has none until the server has verified it.
  const who = admin?.email;
  const role = admin?.role;
  const last = useRef<{ isSignedIn: boolean; who?: string | undefined; role?: Role | undefined }>({
    isSignedIn: false,
  });
  useEffect(() => {
    const before = last.current;
    last.current = { isSignedIn, who: isSignedIn ? (who ?? before.who) : undefined, role };
    // Another tab may have signed out and in again while this tab slept.
    const isAnother = isSignedIn && before.who !== undefined && who !== undefined && who !== before.who;
    const isOtherRole = before.role !== undefined && role !== undefined && role !== before.role;
    if (isOtherRole && !isAnother) dropStored();
    if (isSignedIn === before.isSignedIn && !isAnother) return;
    // Also at the next sign-in: work in flight may have added notices since the last session ended.
    noticeStore.forget();
    if (isSignedIn && !isAnother) return;
    endSession();
    if (signedOutBy === 'user' && before.who !== undefined) dropDraftsOf(before.who);
    if (!isSignedIn) queryClient.clear();
    else dropStored();
  }, [isSignedIn, who, role, signedOutBy]);
}

/** Loads everything again as the server now shows it. */
function dropStored(): void {
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.resetQueries();
}
