import { MutationObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { queryClient } from './query-client.ts';

it('drops the data of a write soon after its window closes', async () => {
  vi.useFakeTimers();
  try {
    const reveal = new MutationObserver(queryClient, {
      mutationFn: (_: { password: string }) => Promise.resolve('the key'),
    });
    const close = reveal.subscribe(() => {});
    await reveal.mutate({ password: 'hush' });
    close();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(queryClient.getMutationCache().getAll()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
