import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from './live.ts';
import { setLiveState } from './live-state.ts';

/** Follows the changes of other administrators and networks while the shell is mounted. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    void followChanges(queryClient, controller.signal);
    return () => {
      controller.abort();
      setLiveState(undefined);
    };
  }, [queryClient]);
}
