import { expect, test, vi } from 'vitest';
import { newSecurityToken } from './security-token.ts';

// covers 001-5.12 001-9.4
test('generates 32 random letters and digits, evenly distributed', () => {
  const tokens = Array.from({ length: 2_000 }, newSecurityToken);
  expect(tokens.every((token) => /^[A-Za-z0-9]{32}$/.test(token))).toBe(true);
  expect(new Set(tokens).size).toBe(tokens.length);
  const counts = new Map<string, number>();
  for (const character of tokens.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (2_000 * 32) / 62;
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.25);
});

test('derives the token only from the cryptographic random bytes', () => {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as Uint8Array).forEach((_, at) => ((bytes as Uint8Array)[at] = at));
    return bytes;
  });
  expect(newSecurityToken()).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef');
});
