import { ApiError } from '@muneem/contract/http';
import { expect, test, vi } from 'vitest';
import { callAndFindOut, isOutcomeUnknown, withCause } from './find-outcome.ts';

const LOST = new ApiError('network', 0);
const refused = (status: number, code?: 'wrong_state' | 'unavailable' | 'internal') =>
  new ApiError('http', status, code === undefined ? {} : { success: false, message: 'No', code });

const attempt = (find: () => Promise<string | null>, error: unknown = LOST) => {
  const texts: string[] = [];
  const call = vi.fn(() => Promise.reject(error instanceof Error ? error : new Error(String(error))));
  const waits: number[] = [];
  const result = callAndFindOut<string>({
    call,
    find,
    tell: (text) => texts.push(text),
    unknown: 'Not known. Checking…',
    notDone: (cause) => `Not done (${cause})`,
    wait: async (ms) => void waits.push(ms),
  });
  return { result, texts, call, waits };
};

test('a missing or unreadable response and a server error are unknown outcomes; a refusal is not', () => {
  for (const error of [
    LOST,
    new ApiError('timeout', 0),
    new ApiError('format', 200),
    refused(500),
    refused(502),
    refused(504),
  ])
    expect(isOutcomeUnknown(error)).toBe(true);
  for (const error of [
    refused(409, 'wrong_state'),
    refused(503, 'unavailable'),
    new ApiError('aborted', 0),
    new Error('bug'),
  ])
    expect(isOutcomeUnknown(error)).toBe(false);
});

test('reads the record until the outcome is known, and sends nothing twice', async () => {
  const reads = [LOST, null, 'paid'];
  const { result, texts, call } = attempt(async () => {
    const next = reads.shift();
    if (next instanceof Error) throw next;
    return next ?? null;
  });
  expect(await result).toBe('paid');
  expect(texts).toEqual(['Not known. Checking…']);
  expect(call).toHaveBeenCalledTimes(1);
});

test('reports "not done" with its cause only after the second unchanged read', async () => {
  const find = vi.fn(async () => null);
  const { result, waits } = attempt(find);
  await expect(result).rejects.toThrow('Not done (Network error)');
  expect(find).toHaveBeenCalledTimes(2);
  expect(waits).toHaveLength(2);
});

test('reads the record once after a server response', async () => {
  const find = vi.fn(async () => null);
  await expect(attempt(find, refused(500)).result).rejects.toThrow('Not done (HTTP error! status: 500)');
  expect(find).toHaveBeenCalledTimes(1);
});

test('ends the server message with exactly one full stop', async () => {
  const failed = (message: string) => new ApiError('http', 500, { success: false, message, code: 'internal' });
  for (const message of ['The ledger is locked', 'The ledger is locked.'])
    await expect(attempt(async () => null, failed(message)).result).rejects.toThrow('Not done (The ledger is locked)');
  expect(withCause('Not paid. Please try again.', 'Network error')).toBe('Not paid. Please try again. Network error.');
  expect(withCause('Not paid', 'The ledger is locked.')).toBe('Not paid. The ledger is locked.');
});

test('does not repeat a text that equals its cause', () => {
  expect(withCause('The ledger is locked.', 'The ledger is locked')).toBe('The ledger is locked.');
  expect(withCause('The ledger is locked', 'The ledger is locked.')).toBe('The ledger is locked.');
});

test('keeps reading while the network is down', async () => {
  let reads = 0;
  const { result } = attempt(async () => {
    reads += 1;
    if (reads < 50) throw LOST;
    return 'paid';
  });
  expect(await result).toBe('paid');
});

test('throws a refusal at once, without reading the record', async () => {
  const find = vi.fn(async () => 'paid');
  const { result, texts } = attempt(find, refused(409, 'wrong_state'));
  await expect(result).rejects.toMatchObject({ status: 409 });
  expect(find).not.toHaveBeenCalled();
  expect(texts).toEqual([]);
});

test('throws when the record shows another outcome', async () => {
  const { result } = attempt(() => Promise.reject(new Error('Rejected by Ravi')));
  await expect(result).rejects.toThrow('Rejected by Ravi');
});
