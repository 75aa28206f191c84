import { useEffect, useRef } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { useSession } from './use-session.ts';

/** What one admin has read is not kept for the next: the cache is emptied when a session ends. */
export function useEndOfSession(queryClient: QueryClient): void {
  const { admin } = useSession();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (!admin && wasSignedIn.current) queryClient.clear();
    wasSignedIn.current = admin !== undefined;
  }, [admin, queryClient]);
}
