import { afterEach, expect, it, vi } from 'vitest';
import { askEarly, fetchOrEarly } from './early-answers.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Every call is answered with its number. */
function countedFetch() {
  let calls = 0;
  const send = vi.fn<typeof fetch>(async () => new Response(String((calls += 1))));
  vi.stubGlobal('fetch', send);
  return send;
}

const by = (token: string, more: RequestInit = {}): RequestInit => ({
  method: 'GET',
  headers: { authorization: `Bearer ${token}` },
  ...more,
});
const bodyOf = async (answer: Promise<Response>): Promise<string> => (await answer).text();

it('gives an early answer to the first who asks the same, once', async () => {
  const send = countedFetch();
  askEarly('/api/users?page=1', 'one');
  expect(await bodyOf(fetchOrEarly('/api/users?page=1', by('one')))).toBe('1');
  expect(await bodyOf(fetchOrEarly('/api/users?page=1', by('one')))).toBe('2');
  expect(send).toHaveBeenCalledTimes(2);
});

it('gives nothing to another session, to a change, or to another address', async () => {
  countedFetch();
  askEarly('/api/users', 'one');
  expect(await bodyOf(fetchOrEarly('/api/users', by('two')))).toBe('2');
  askEarly('/api/users', 'one');
  expect(await bodyOf(fetchOrEarly('/api/users', by('one', { method: 'POST' })))).toBe('4');
  expect(await bodyOf(fetchOrEarly('/api/users?page=2', by('one')))).toBe('5');
});

it('forgets what nobody wanted', async () => {
  vi.useFakeTimers();
  countedFetch();
  askEarly('/api/users', 'one');
  vi.advanceTimersByTime(10_000);
  expect(await bodyOf(fetchOrEarly('/api/users', by('one')))).toBe('2');
});

it('tells of a failure, and lets a caller give up', async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('no network')));
  askEarly('/api/users', 'one');
  await expect(fetchOrEarly('/api/users', by('one'))).rejects.toThrow('no network');
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => new Promise(() => undefined)),
  );
  askEarly('/api/users', 'one');
  const gaveUp = AbortSignal.abort(new Error('gave up'));
  await expect(fetchOrEarly('/api/users', by('one', { signal: gaveUp }))).rejects.toThrow('gave up');
});
