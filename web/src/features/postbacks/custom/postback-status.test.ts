import { CUSTOM_POSTBACK_STATUSES } from '@muneem/contract/custom-postbacks';
import { expect, it } from 'vitest';
import { isAutoPaused, postbackStatus } from './postback-status.ts';

// covers 001-4.12
it('a postback is active, inactive or in testing', () => {
  expect(CUSTOM_POSTBACK_STATUSES.toSorted()).toEqual(['active', 'inactive', 'testing']);
});

// covers 001-4.12
it('every state has a word and a colour of its own', () => {
  const looks = CUSTOM_POSTBACK_STATUSES.map((status) => postbackStatus({ status, pausedReason: null }));
  expect(new Set(looks.map(({ label }) => label)).size).toBe(looks.length);
  expect(new Set(looks.map(({ color }) => color)).size).toBe(looks.length);
});

// covers own-2.5
it('what the product paused by itself does not look like what a person switched off', () => {
  expect(postbackStatus({ status: 'inactive', pausedReason: '20 failed deliveries in a row' })).toEqual({
    label: 'Paused by itself',
    color: 'red',
  });
  expect(postbackStatus({ status: 'inactive', pausedReason: null }).label).toBe('Inactive');
});

it('a reason that is left over does not make an active postback look paused', () => {
  expect(isAutoPaused({ status: 'active', pausedReason: 'old' })).toBe(false);
});
