import { CONVERSION_SOURCES, CONVERSION_STATUSES, REPORT_EVENTS } from '@muneem/contract/conversion-reports';
import { expect, test } from 'vitest';
import { SOURCES, STATUSES } from './conversion-reports.queries.ts';
import { conversionSource, conversionStatus } from './conversion-status.ts';

// covers 001-4.20
test('badges have the colours of the specification', () => {
  expect(Object.fromEntries(CONVERSION_SOURCES.map((source) => [source, conversionSource(source).color]))).toEqual({
    postback: 'green',
    smart_poll: 'blue',
    manual: 'yellow',
  });
  expect(Object.fromEntries(CONVERSION_STATUSES.map((status) => [status, conversionStatus(status).color]))).toEqual({
    approved: 'green',
    pending: 'yellow',
    rejected: 'red',
    cutbacked: 'dark',
  });
});

// covers 001-4.17
test('an unknown status has a grey badge with its code', () => {
  expect(conversionStatus('held')).toEqual({ label: 'held', color: 'gray' });
  expect(conversionStatus('constructor')).toEqual({ label: 'constructor', color: 'gray' });
  expect(conversionStatus('')).toEqual({ label: 'Unknown', color: 'gray' });
});

// covers 001-4.16
test('filters offer the values of the specification: no cutbacked, three events', () => {
  expect(SOURCES).toEqual(['all', 'postback', 'smart_poll', 'manual']);
  expect(STATUSES).toEqual(['all', 'approved', 'pending', 'rejected']);
  expect(REPORT_EVENTS).toEqual(['install', 'register', 'deposit']);
});
