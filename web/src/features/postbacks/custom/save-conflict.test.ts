import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { expect, it } from 'vitest';
import { newPostbackValues } from './postback-form.ts';
import { differences } from './save-conflict.tsx';

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

// covers own-2.2
it('shows both values of what differs and nothing of what does not', () => {
  expect(differences(MINE, THEIRS)).toEqual([{ label: 'Company name', mine: 'Trackier India', theirs: 'Trackier' }]);
  expect(differences({ ...MINE, companyName: 'Trackier' }, THEIRS)).toEqual([]);
});

it('says that a secret was entered without showing it', () => {
  const mine = { ...MINE, companyName: 'Trackier', authentication: { ...MINE.authentication, token: 'new-secret' } };
  expect(differences(mine, THEIRS)).toEqual([{ label: 'Secret', mine: 'a new one', theirs: 'the stored one' }]);
});
