import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api-error.ts';

const MAX_RETRIES = 2;

/**
 * Reads: fresh for 15 s, tried again twice where that can help, refreshed when the window gets the focus back.
 * Writes are never repeated by themselves: the person decides. What they sent and were told, a password or a key among it,
 * is forgotten with the window that showed it. Not after 0 ms: of a write that is still on its way it is looked up as often.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
        // Offline is shown by the banner; a call that fails says so at once instead of hanging "paused".
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
    },
  });
