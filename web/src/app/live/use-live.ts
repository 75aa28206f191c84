import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setLiveState } from './live-state.ts';

/** Follows what other administrators and the networks change, as long as the shell is shown. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    // Not needed for the first picture: it is loaded after it.
    void import('./live.ts')
      .then(({ followChanges }) => followChanges(queryClient, controller.signal))
      .catch(() => undefined);
    return () => {
      controller.abort();
      setLiveState(undefined);
    };
  }, [queryClient]);
}
