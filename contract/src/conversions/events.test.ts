import { describe, expect, it } from 'vitest';
import { sharePercent, withAliases } from './index.ts';

describe('event name', () => {
  it.each([
    ['install', ['install', 'default']],
    ['signup', ['register', 'signup']],
    ['order', ['order', 'deposit']],
    ['level_10', ['level_10']],
  ])('maps %s to %j', (name, names) => {
    expect(withAliases(name)).toEqual(names);
  });

  // covers 001-9.10
  it.each([
    ['install', 40],
    ['default', 40],
    ['register', 60],
    ['Signup', 60],
    ['ORDER', 100],
    ['deposit', 100],
    ['level_10', 40],
  ])('gives %s a share of %i % of the coins', (name, share) => {
    expect(sharePercent(name)).toBe(share);
  });
});
