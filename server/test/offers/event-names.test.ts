import { describe, expect, it } from 'vitest';
import { readEventNames, type StoredEvent } from '#features/offers/event-names.ts';

const stored = (id: number, name_key: string, more: Partial<StoredEvent> = {}): StoredEvent => ({
  id,
  key: name_key,
  name_key,
  removed: false,
  ...more,
});
const former = (event_id: number, name_key: string) => ({ event_id, name_key });

describe('the names of an offer', () => {
  const offer = [stored(1, 'install'), stored(2, 'signup'), stored(3, 'deposit')];
  const { keysByName } = readEventNames(offer, []);

  it.each([
    ['install', 'install'],
    ['default', 'install'],
    ['register', 'signup'],
    ['order', 'deposit'],
    ['level_10', undefined],
    ['', undefined],
  ])('%j means %s', (name, key) => {
    expect(keysByName.get(name)).toBe(key);
  });

  it('mean their own event before the alias of another', () => {
    const both = readEventNames([stored(1, 'register'), stored(2, 'signup')], []);
    expect([both.keysByName.get('register'), both.keysByName.get('signup')]).toEqual(['register', 'signup']);
  });

  it('mean who has them, then who had them last, then an alias', () => {
    const events = [
      stored(1, 'open', { key: 'install' }),
      stored(2, 'lead', { key: 'a' }),
      stored(3, 'c', { key: 'b' }),
    ];
    const names = readEventNames(events, [former(3, 'x'), former(2, 'x'), former(2, 'c'), former(1, 'install')]);
    expect(Object.fromEntries(names.keysByName)).toEqual({
      open: 'install',
      lead: 'a',
      c: 'b',
      x: 'b',
      install: 'install',
      default: 'install',
    });
  });
});

describe('what was paid under a key', () => {
  const heirs = (...input: Parameters<typeof readEventNames>) =>
    Object.fromEntries(readEventNames(...input).keysOfHeirs);

  it('that a current event has counts for that event only', () => {
    expect(heirs([stored(1, 'open', { key: 'install' }), stored(2, 'install', { key: 'install (E2)' })], [])).toEqual({
      default: 'install (E2)',
      open: 'install',
    });
  });

  it('of a removed event counts for the one that its names mean now, the last one first', () => {
    const removed = stored(1, 'open', { key: 'install', removed: true });
    expect(heirs([removed, stored(2, 'default')], [former(1, 'install')])).toMatchObject({ install: 'default' });
    expect(
      heirs([removed, stored(2, 'default'), stored(3, 'open', { key: 'x' })], [former(1, 'install')]),
    ).toMatchObject({
      install: 'x',
    });
    expect(heirs([removed, stored(2, 'other')], [])).toEqual({});
  });

  it('that no event has, since it was renamed before keys were kept, counts for the event of that former name', () => {
    const events = [stored(1, 'qualified'), stored(2, 'lead', { key: 'lead (E2)' })];
    expect(heirs(events, [former(1, 'lead')])).toEqual({ lead: 'qualified' });
  });
});
