import { ATTEMPT_ERRORS, DELIVERY_STATUSES } from '@muneem/contract/custom-postbacks';
import { expect, it } from 'vitest';
import { answerText, canResend, deliveryStatus, triesText } from './log-status.ts';

it('every status has its own label, and held differs from waiting', () => {
  const labels = DELIVERY_STATUSES.map((status) => deliveryStatus({ status, held: false }).label);
  expect(new Set([...labels, deliveryStatus({ status: 'waiting', held: true }).label]).size).toBe(labels.length + 1);
});

it('a finished delivery cannot be held', () => {
  expect(deliveryStatus({ status: 'delivered', held: true })).toEqual({ label: 'Delivered', color: 'green' });
});

it('shows the response status, or the reason for a missing response', () => {
  expect(answerText({ statusCode: 204, error: null })).toBe('204');
  expect(answerText({ statusCode: 503, error: 'http_error' })).toBe('Refused 503');
  expect(answerText({ statusCode: null, error: 'timeout' })).toBe('Timed out');
  expect(answerText({ statusCode: null, error: null })).toBeUndefined();
  for (const error of ATTEMPT_ERRORS) expect(answerText({ statusCode: null, error })).not.toBe('');
});

it('shows the remaining attempts only for unfinished deliveries', () => {
  expect(triesText({ status: 'waiting', attempts: 1, attemptsLeft: 3 })).toBe('1 (3 left)');
  expect(triesText({ status: 'exhausted', attempts: 4, attemptsLeft: 0 })).toBe('4');
});

it('allows a resend for finished and waiting deliveries, not for those in flight or held', () => {
  expect(canResend({ status: 'delivered', held: false, attempts: 1 })).toBe(true);
  expect(canResend({ status: 'exhausted', held: false, attempts: 4 })).toBe(true);
  expect(canResend({ status: 'waiting', held: false, attempts: 1 })).toBe(true);
  expect(canResend({ status: 'waiting', held: false, attempts: 0 })).toBe(false);
  expect(canResend({ status: 'waiting', held: true, attempts: 1 })).toBe(false);
  expect(canResend({ status: 'sending', held: false, attempts: 1 })).toBe(false);
});
