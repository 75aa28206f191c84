import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api-error.ts';

const MAX_RETRIES = 2;

/**
 * The app's cache. Reads are fresh for 15 s, retried twice if that can help, and refetched on window focus. Writes are
 * never retried automatically: the user decides. A write's data may contain a password or a key, so it is dropped when
 * its window closes. `gcTime` 0 would loop while a write is in flight.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
      // The banner shows that the device is offline. Calls then fail at once instead of staying "paused".
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
});
