import { expect, it } from 'vitest';
import { withoutTrailingSlashes, readApiHost } from './config.ts';

// covers 000-1.4
it('reads the host of config.json, or undefined if it is missing', () => {
  expect(readApiHost({ apiHost: 'https://api.example.com' })).toBe('https://api.example.com');
  expect([
    readApiHost({}),
    readApiHost({ apiHost: '' }),
    readApiHost({ apiHost: 7 }),
    readApiHost(null),
    readApiHost('x'),
  ]).toEqual(Array.from({ length: 5 }));
});

it('removes trailing slashes from the host', () => {
  expect(withoutTrailingSlashes(' https://api.example.com// ')).toBe('https://api.example.com');
  expect(withoutTrailingSlashes('')).toBe('');
});
