import { CUSTOM_POSTBACK_STATUSES } from '@muneem/contract/custom-postbacks';
import { expect, it } from 'vitest';
import { isAutoPaused, postbackStatus } from './postback-status.ts';

// covers 001-4.12
it('every status has its own label and colour', () => {
  const looks = CUSTOM_POSTBACK_STATUSES.map((status) => postbackStatus({ status, pausedReason: null }));
  expect(new Set(looks.map(({ label }) => label)).size).toBe(looks.length);
  expect(new Set(looks.map(({ color }) => color)).size).toBe(looks.length);
});

it('distinguishes an automatic pause from a manual one', () => {
  expect(postbackStatus({ status: 'inactive', pausedReason: '20 failed deliveries in a row' })).toEqual({
    label: 'Paused automatically',
    color: 'red',
  });
  expect(postbackStatus({ status: 'inactive', pausedReason: null }).label).toBe('Inactive');
});

it('ignores an old pause reason of an active postback', () => {
  expect(isAutoPaused({ status: 'active', pausedReason: 'old' })).toBe(false);
});
