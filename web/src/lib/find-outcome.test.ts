import { ApiError } from '@muneem/contract/http';
import { expect, test, vi } from 'vitest';
import { callAndFindOut, isOutcomeUnknown, withCause } from './find-outcome.ts';

const LOST = new ApiError('network', 0);
const refused = (status: number, code?: 'wrong_state' | 'unavailable' | 'internal') =>
  new ApiError('http', status, code === undefined ? {} : { success: false, message: 'No', code });

const attempt = (find: () => Promise<string | undefined>, error: unknown = LOST) => {
  const told: string[] = [];
  const call = vi.fn(() => Promise.reject(error instanceof Error ? error : new Error(String(error))));
  const waits: number[] = [];
  const result = callAndFindOut<string>({
    call,
    find,
    tell: (text) => told.push(text),
    unknown: 'Not known. Checking…',
    notDone: (cause) => `Not done (${cause})`,
    wait: async (ms) => void waits.push(ms),
  });
  return { result, told, call, waits };
};

test('no answer, an unreadable one and the server’s own failure leave it open; a refusal does not', () => {
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

// covers own-8.3
test('a lost answer is looked up until the record tells, and nothing is sent twice', async () => {
  const reads = [LOST, undefined, 'paid'];
  const { result, told, call } = attempt(async () => {
    const next = reads.shift();
    if (next instanceof Error) throw next;
    return next;
  });
  expect(await result).toBe('paid');
  expect(told).toEqual(['Not known. Checking…']);
  expect(call).toHaveBeenCalledTimes(1);
});

test('that nothing has changed is believed the second time only, and then said with the cause', async () => {
  const find = vi.fn(async () => undefined);
  const { result, waits } = attempt(find);
  await expect(result).rejects.toThrow('Not done (Network error)');
  expect(find).toHaveBeenCalledTimes(2);
  expect(waits).toHaveLength(2);
});

test('after an answer of the server one look is enough', async () => {
  const find = vi.fn(async () => undefined);
  await expect(attempt(find, refused(500)).result).rejects.toThrow('Not done (HTTP error! status: 500)');
  expect(find).toHaveBeenCalledTimes(1);
});

test('the words of the server end with one full stop, whether it wrote one or not', async () => {
  const failed = (message: string) => new ApiError('http', 500, { success: false, message, code: 'internal' });
  for (const message of ['The books are closed', 'The books are closed.'])
    await expect(attempt(async () => undefined, failed(message)).result).rejects.toThrow(
      'Not done (The books are closed)',
    );
  expect(withCause('Not paid. Please try again.', 'Network error')).toBe('Not paid. Please try again. Network error.');
  expect(withCause('Not paid', 'The books are closed.')).toBe('Not paid. The books are closed.');
});

test('a text that is the cause itself is said once', () => {
  expect(withCause('The books are closed.', 'The books are closed')).toBe('The books are closed.');
  expect(withCause('The books are closed', 'The books are closed.')).toBe('The books are closed.');
});

test('while the network is away it goes on looking', async () => {
  let reads = 0;
  const { result } = attempt(async () => {
    reads += 1;
    if (reads < 50) throw LOST;
    return 'paid';
  });
  expect(await result).toBe('paid');
});

test('a refusal is passed on at once, without a look', async () => {
  const find = vi.fn(async () => 'paid');
  const { result, told } = attempt(find, refused(409, 'wrong_state'));
  await expect(result).rejects.toMatchObject({ status: 409 });
  expect(find).not.toHaveBeenCalled();
  expect(told).toEqual([]);
});

test('what the record says of another outcome is passed on', async () => {
  const { result } = attempt(() => Promise.reject(new Error('Rejected by Ravi')));
  await expect(result).rejects.toThrow('Rejected by Ravi');
});
