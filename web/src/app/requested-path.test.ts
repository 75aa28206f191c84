import { expect, it } from 'vitest';
import { requestedPath } from './requested-path.ts';

it('returns to a screen of this app with its full URL', () => {
  expect(requestedPath('/users?search=asha&page=2')).toBe('/users?search=asha&page=2');
});

it('never redirects to another site or back to the sign-in page', () => {
  const bad = [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/login?next=/users',
    '',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    undefined,
  ];
  expect(bad.map(requestedPath)).toEqual(bad.map(() => '/'));
});
