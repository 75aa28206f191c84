import { expect, test } from 'vitest';
import { lowestUlid, newId, newUlid, timeOfUlid } from '#platform/ids/index.ts';

test('makes increasing ids, also within one millisecond, that contain their creation time', () => {
  let before = '';
  for (let count = 0; count < 20_000; count += 1) {
    const at = new Date(1_700_000_000_000 + Math.floor(count / 16));
    const id = newUlid(at);
    expect(id > before).toBe(true);
    expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(timeOfUlid(id)).toEqual(at);
    before = id;
  }
});

test('never makes a smaller id than before, even when the clock goes back', () => {
  const first = newUlid(new Date(1_800_000_000_500));
  expect(newUlid(new Date(1_800_000_000_000)) > first).toBe(true);
});

test('makes ids from which the next one cannot be guessed', () => {
  const at = new Date(1_950_000_000_000);
  const valueOf = (id: string): bigint =>
    id
      .slice(10)
      .split('')
      .reduce((sum, digit) => sum * 32n + BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit)), 0n);
  const values = Array.from({ length: 1_000 }, () => valueOf(newUlid(at)));
  const steps = values.slice(1).map((value, index) => value - (values[index] as bigint));
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps.filter((step) => step > 2n ** 36n).length).toBeGreaterThan(850);
});

test("reads the time of the ULID in its specification's example", () => {
  expect(timeOfUlid('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual(new Date(1_469_922_850_259));
  expect(lowestUlid(new Date(1_469_922_850_259))).toBe('01ARZ3NDEK0000000000000000');
  expect(lowestUlid(new Date(2 ** 48 - 1))).toBe('7ZZZZZZZZZ0000000000000000');
});

test.each([
  '',
  '01ARZ3NDEKTSV4RRFFQ69G5FA',
  '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '7ZZZZZZZZZ0000000000000000',
  '01ARZ3NDEKTSV4RRFFQ69G5FAI',
  '01arz3ndektsv4rrffq69g5fav',
])('%j is not a valid id', (text) => expect(timeOfUlid(text)).toBeNull());

test('starts each millisecond with new random characters', () => {
  const ids = new Set(Array.from({ length: 1_000 }, (_, ms) => newUlid(new Date(1_900_000_000_000 + ms)).slice(10)));
  expect(ids.size).toBe(1_000);
  expect(newId('wdr', new Date())).toMatch(/^wdr_[0-9A-Z]{26}$/);
});
