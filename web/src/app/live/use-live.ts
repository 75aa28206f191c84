import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setLiveState } from './live-state.ts';

/** Follows the changes of other administrators and networks while the shell is mounted. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    // Loaded after the first paint, which does not need it.
    void import('./live.ts')
      .then(({ followChanges }) => followChanges(queryClient, controller.signal))
      .catch(() => undefined);
    return () => {
      controller.abort();
      setLiveState(undefined);
    };
  }, [queryClient]);
}
