import { ATTEMPT_ERRORS, DELIVERY_STATUSES } from '@muneem/contract/custom-postbacks';
import { expect, it } from 'vitest';
import { answerText, canResend, deliveryStatus, triesText } from './log-status.ts';

// covers own-2.7
it('every state of a delivery has a word of its own, and a kept one is not merely waiting', () => {
  const labels = DELIVERY_STATUSES.map((status) => deliveryStatus({ status, held: false }).label);
  expect(new Set([...labels, deliveryStatus({ status: 'waiting', held: true }).label]).size).toBe(labels.length + 1);
});

it('what is over cannot be kept', () => {
  expect(deliveryStatus({ status: 'delivered', held: true })).toEqual({ label: 'Delivered', color: 'green' });
});

it('says what came back: the status of an answer, or why there was none', () => {
  expect(answerText({ statusCode: 204, error: null })).toBe('204');
  expect(answerText({ statusCode: 503, error: 'http_error' })).toBe('Refused 503');
  expect(answerText({ statusCode: null, error: 'timeout' })).toBe('Timed out');
  expect(answerText({ statusCode: null, error: null })).toBeUndefined();
  for (const error of ATTEMPT_ERRORS) expect(answerText({ statusCode: null, error })).not.toBe('');
});

it('tells how many tries are left only while there are some to make', () => {
  expect(triesText({ status: 'waiting', attempts: 1, attemptsLeft: 3 })).toBe('1 (3 left)');
  expect(triesText({ status: 'exhausted', attempts: 4, attemptsLeft: 0 })).toBe('4');
});

it('offers to send again what is over or waits for its next try, not what is on its way or kept', () => {
  expect(canResend({ status: 'delivered', held: false, attempts: 1 })).toBe(true);
  expect(canResend({ status: 'exhausted', held: false, attempts: 4 })).toBe(true);
  expect(canResend({ status: 'waiting', held: false, attempts: 1 })).toBe(true);
  expect(canResend({ status: 'waiting', held: false, attempts: 0 })).toBe(false);
  expect(canResend({ status: 'waiting', held: true, attempts: 1 })).toBe(false);
  expect(canResend({ status: 'sending', held: false, attempts: 1 })).toBe(false);
});
