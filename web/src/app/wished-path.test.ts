import { expect, it } from 'vitest';
import { wishedPath } from './wished-path.ts';

it('leads back to a screen of this app with everything in its address', () => {
  expect(wishedPath('/users?search=asha&page=2')).toBe('/users?search=asha&page=2');
});

it('never leads to another site or in a circle', () => {
  const bad = [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/login?next=/users',
    '',
    '/\t/evil.example',
    undefined,
  ];
  expect(bad.map(wishedPath)).toEqual(bad.map(() => '/'));
});
