import { expect, test } from 'vitest';
import { CLICK_STATUSES, isUpiId } from './index.ts';

// covers 001-5.15
test('accepts a UPI ID of the specified characters around one @', () => {
  for (const id of ['asha@okaxis', 'a.b_c-9@y.b_l-1', '9@1']) expect(isUpiId(id), id).toBe(true);
  for (const id of ['', 'asha', '@okaxis', 'asha@', 'a@b@c', 'a b@c', 'a@b c', 'ä@b', 'a@b\n', 'a+b@c'])
    expect(isUpiId(id), JSON.stringify(id)).toBe(false);
});

// covers 001-4.8
test('has the five click statuses of the specification', () => {
  expect(CLICK_STATUSES).toEqual(['pending', 'clicked', 'in_progress', 'completed', 'failed']);
});
