import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { createRefresh } from './create-refresh.ts';

const page = Object.assign(new EventTarget(), { hidden: false });

/** Returns the query keys that were refetched since the last call. */
function read(): (string | undefined)[] {
  const spy = vi.mocked(queryClient.invalidateQueries);
  const keys = spy.mock.calls.map(([filters]) => filters?.queryKey?.join(' '));
  spy.mockClear();
  return keys;
}
const look = (hidden: boolean): void => {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
};
const follow = (): { changed: ReturnType<typeof createRefresh>; end: () => void } => {
  const controller = new AbortController();
  return { changed: createRefresh(controller.signal), end: () => controller.abort() };
};

beforeEach(() => {
  vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.hidden = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('refetches on the first change at once, and on later changes together after three seconds', () => {
  const { changed } = follow();
  changed(['problems']);
  vi.advanceTimersByTime(0);
  expect(read()).toEqual(['problems', 'stats']);
  changed(['users']);
  vi.advanceTimersByTime(1_000);
  changed(['offers', 'users']);
  vi.advanceTimersByTime(1_999);
  expect(read()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(read()).toEqual(['users', 'stats', 'offers']);
  vi.advanceTimersByTime(60_000);
  expect(read()).toEqual([]);
});

test('refetches nothing for a message without a change', () => {
  const { changed } = follow();
  changed([]);
  vi.advanceTimersByTime(10_000);
  expect(read()).toEqual([]);
});

test('refetches a hidden page once, when it becomes visible', () => {
  const { changed } = follow();
  look(true);
  changed(['withdrawals']);
  vi.advanceTimersByTime(10_000);
  changed(['conversions']);
  vi.advanceTimersByTime(10_000);
  expect(read()).toEqual([]);
  look(false);
  vi.advanceTimersByTime(0);
  expect(read()).toEqual([
    'withdrawals',
    'payout-balance',
    'stats',
    'conversions',
    'contradictions',
    'manual-payments',
  ]);
});

test('stops listening for visibility after it is stopped', () => {
  const { changed, end } = follow();
  look(true);
  changed(['problems']);
  vi.advanceTimersByTime(5_000);
  end();
  look(false);
  vi.advanceTimersByTime(5_000);
  expect(read()).toEqual([]);
});
