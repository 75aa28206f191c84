import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { expect, it } from 'vitest';
import { newPostbackValues } from './postback-form.ts';
import { differences } from './save-conflict.ts';

const THEIRS = {
  ...newPostbackValues(),
  companyName: 'Trackier',
  authentication: { type: 'bearer', token: '••••••••7788' },
} as unknown as CustomPostback;
const MINE = {
  ...newPostbackValues(),
  companyName: 'Trackier India',
  authentication: { ...newPostbackValues().authentication, type: 'bearer' as const },
};

it('shows both values of different fields and hides equal fields', () => {
  expect(differences(MINE, THEIRS)).toEqual([{ label: 'Company name', mine: 'Trackier India', theirs: 'Trackier' }]);
  expect(differences({ ...MINE, companyName: 'Trackier' }, THEIRS)).toEqual([]);
});

it('reports a new secret without showing it', () => {
  const mine = { ...MINE, companyName: 'Trackier', authentication: { ...MINE.authentication, token: 'new-secret' } };
  expect(differences(mine, THEIRS)).toEqual([{ label: 'Secret', mine: 'new value', theirs: 'stored value' }]);
});
