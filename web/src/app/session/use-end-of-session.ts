import { useEffect, useRef } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { endSession } from '#lib/at-end-of-session.ts';
import { noticeStore } from '#ui/toasts/index.ts';
import { useSession } from './use-session.ts';

/** What one admin has read is not kept for the next: the cache is emptied when a session ends, and work that runs is ended. */
export function useEndOfSession(queryClient: QueryClient): void {
  const { admin } = useSession();
  const isSignedIn = admin !== undefined;
  // An old record has no address, and one that was adopted without an answer of the server has none yet.
  const who = admin?.email;
  const last = useRef<{ isSignedIn: boolean; who?: string | undefined }>({ isSignedIn: false });
  useEffect(() => {
    const before = last.current;
    last.current = { isSignedIn, who: isSignedIn ? (who ?? before.who) : undefined };
    // Another tab may have signed out and in again while this one slept.
    const isAnother = isSignedIn && before.who !== undefined && who !== undefined && who !== before.who;
    if (isSignedIn === before.isSignedIn && !isAnother) return;
    // Also at the beginning of the next: what was under way when the last one ended may have said something since.
    noticeStore.forget();
    if (isSignedIn && !isAnother) return;
    endSession();
    if (!isSignedIn) queryClient.clear();
    else {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries();
    }
  }, [isSignedIn, who, queryClient]);
}
