import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideBootLoader } from './startup.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// covers 000-1.13
test('fades the loading overlay 100 ms after mount and removes it 0.3 s later', () => {
  const loader = { classList: { add: vi.fn() }, remove: vi.fn() };
  vi.stubGlobal('document', { documentElement: { setAttribute: vi.fn() }, getElementById: () => loader });
  hideBootLoader();
  vi.advanceTimersByTime(99);
  expect(loader.classList.add).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(loader.classList.add).toHaveBeenCalledWith('leaving');
  vi.advanceTimersByTime(299);
  expect(loader.remove).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(loader.remove).toHaveBeenCalledOnce();
});
