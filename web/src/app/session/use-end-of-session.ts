import { useEffect, useRef } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { endSession } from '#lib/at-end-of-session.ts';
import { noticeStore } from '#ui/toasts/index.ts';
import { useSession } from './use-session.ts';

/** What one admin has read is not kept for the next: the cache is emptied when a session ends, and work that runs is ended. */
export function useEndOfSession(queryClient: QueryClient): void {
  const isSignedIn = useSession().admin !== undefined;
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (isSignedIn === wasSignedIn.current) return;
    wasSignedIn.current = isSignedIn;
    // Also at the beginning of the next: what was under way when the last one ended may have said something since.
    noticeStore.forget();
    if (isSignedIn) return;
    queryClient.clear();
    endSession();
  }, [isSignedIn, queryClient]);
}
