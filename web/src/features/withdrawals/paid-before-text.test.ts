import { expect, test } from 'vitest';
import { paidBeforeText } from './paid-before-text.ts';

const payment = {
  referenceId: 'MNM1',
  paidAt: '2026-11-20T10:00:00Z',
  failedAt: '2026-11-21T10:00:00Z',
  possibleAt: '2026-11-22T10:00:00Z',
  lookupsLeft: 2,
  returnedAt: null,
  mayPayAgain: false,
};

test('says when a payment that was once paid can be paid again, and why', () => {
  const said = /^The provider reported this payment as paid on 20 Nov 2026, .* and as failed since 21 Nov 2026/;
  const texts = [
    payment,
    { ...payment, lookupsLeft: 1 },
    { ...payment, lookupsLeft: 0 },
    { ...payment, lookupsLeft: 0, mayPayAgain: true },
    { ...payment, returnedAt: '2026-11-21T12:00:00Z', mayPayAgain: true },
  ].map(paidBeforeText);
  for (const text of texts) expect(text).toMatch(said);
  expect(texts[0]).toMatch(/from 22 Nov 2026, .*, after 2 more look-ups that say it failed/);
  expect(texts[1]).toContain('after one more look-up that says it failed');
  expect(texts[2]).not.toContain('more look-up');
  expect(texts[3]).toContain('the user is paid twice');
  expect(texts[4]).toMatch(/statement shows that the money came back on 21 Nov 2026/);
});
