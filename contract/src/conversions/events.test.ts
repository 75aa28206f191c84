import { describe, expect, it } from 'vitest';
import { findEvent, sharePercent } from './index.ts';

describe('the event that a sender means', () => {
  const offer = new Map([
    ['install', 'install'],
    ['signup', 'signup'],
    ['deposit', 'deposit'],
  ]);

  it.each([
    ['install', 'install'],
    ['DEFAULT', 'install'],
    ['Register', 'signup'],
    [' order ', 'deposit'],
    ['level_10', undefined],
    ['', undefined],
  ])('%j is found as %s', (name, expected) => {
    expect(findEvent(offer, name)).toBe(expected);
  });

  it('prefers its own name to an alias', () => {
    const both = new Map([
      ['register', 1],
      ['signup', 2],
    ]);
    expect(findEvent(both, 'signup')).toBe(2);
    expect(findEvent(both, 'register')).toBe(1);
  });

  it.each([
    ['install', 40],
    ['default', 40],
    ['register', 60],
    ['signup', 60],
    ['order', 100],
    ['deposit', 100],
    ['level_10', 40],
  ])('%s earns %i % of the coins', (key, share) => {
    expect(sharePercent(key)).toBe(share);
  });
});
