import { describe, expect, it } from 'vitest';
import { readEventNames, type StoredEvent } from '#features/offers/event-names.ts';

/** In days since some beginning; an event that is not said to be gone is there. */
const day = (number: number): Date => new Date(number * 86_400_000);
const stored = (id: number, name_key: string, more: Partial<StoredEvent> = {}): StoredEvent => ({
  id,
  key: name_key,
  name_key,
  named_at: day(1),
  removed_at: null,
  ...more,
});
const former = (event_id: number, name_key: string, named_at: Date | null = day(1), last_used_at = day(2)) => ({
  event_id,
  name_key,
  named_at,
  last_used_at,
});

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
    const removed = stored(1, 'open', { key: 'install', removed_at: day(3) });
    expect(heirs([removed, stored(2, 'default', { named_at: day(4) })], [former(1, 'install')])).toMatchObject({
      install: 'default',
    });
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

  it('of an event that is gone does not count for one of an alias that was there at the same time', () => {
    const order = stored(1, 'order', { removed_at: day(3) });
    expect(heirs([order, stored(2, 'deposit')], [])).toEqual({});
    expect(heirs([order, stored(2, 'deposit', { named_at: day(3) })], [])).toEqual({ order: 'deposit' });
    expect(heirs([order, stored(2, 'deposit', { named_at: null })], []), 'not known').toEqual({ order: 'deposit' });
    const x = stored(2, 'x', { named_at: day(5) });
    expect(heirs([order, x], [former(2, 'deposit', day(4), day(5))])).toMatchObject({ order: 'x' });
    expect(heirs([order, x], [former(2, 'deposit', day(2), day(5))])).not.toHaveProperty('order');
    expect(heirs([order, x], [former(2, 'order', day(0), day(1))])).toMatchObject({ order: 'x' });
    const back = stored(2, 'deposit', { named_at: day(5) });
    const trip = [former(2, 'deposit', day(2), day(4)), former(2, 'first_deposit', day(4), day(5))];
    expect(heirs([order, back], trip), 'renamed and renamed back').not.toHaveProperty('order');
    expect(heirs([order, back], [former(2, 'deposit', day(2), day(4))]), 'removed and back').toEqual({});
    expect(heirs([order, back], [former(2, 'deposit', day(0), day(1))]), 'only before').toEqual({ order: 'deposit' });
    const renamed = stored(1, 'open', { key: 'order', named_at: day(2), removed_at: day(9) });
    const since = { named_at: day(4) };
    expect(heirs([renamed, stored(2, 'deposit', since)], [former(1, 'order')])).toMatchObject({ order: 'deposit' });
  });

  it('that no event has goes with the removed event that had it as its name, also nowhere', () => {
    const gone = stored(1, 'open', { removed_at: day(3) });
    expect(heirs([gone, stored(2, 'deposit')], [former(1, 'order', null)])).toEqual({});
    expect(heirs([gone, stored(2, 'open', { key: 'open (E2)' })], [former(1, 'order', null)])).toEqual({
      open: 'open (E2)',
      order: 'open (E2)',
    });
  });
});

describe('what a name meant before', () => {
  /** By names: the keys of others that are not counted as the event of now, and until which day the name meant them. */
  const before = (...input: Parameters<typeof readEventNames>) => {
    const { meanings, keysByName, keysOfHeirs } = readEventNames(...input);
    const others = [...meanings].map(([name, meant]) => {
      const own = keysByName.get(name);
      const foreign = meant.filter(({ key }) => key !== own && keysOfHeirs.get(key) !== own);
      return [name, Object.fromEntries(foreign.map(({ key, until }) => [key, until / 86_400_000]))] as const;
    });
    return Object.fromEntries(others.filter(([, foreign]) => Object.keys(foreign).length > 0));
  };
  const renamed = stored(1, 'first_open', { key: 'install', named_at: day(2) });
  const add = (name: string, more: Partial<StoredEvent> = {}) =>
    stored(2, name, { key: `${name} (E2)`, named_at: day(4), ...more });

  it('is nothing where no name was used twice, whatever was renamed, removed or came back', () => {
    expect(before([stored(1, 'install'), stored(2, 'default')], [])).toEqual({});
    expect(before([renamed], [former(1, 'install')])).toEqual({});
    const gone = stored(1, 'install', { removed_at: day(3) });
    expect(before([gone, stored(2, 'default', { named_at: day(4) })], [])).toEqual({});
    expect(before([gone, stored(2, 'deposit')], [])).toEqual({});
  });

  it('is the event that had it, until another took it or one that means the same', () => {
    const keys = { install: 4 };
    expect(before([renamed, add('install')], [former(1, 'install')])).toEqual({ install: keys, default: keys });
    expect(before([renamed, add('default')], [former(1, 'install')])).toEqual({ default: keys });
    const unknown = { install: Infinity };
    expect(before([renamed, add('install', { named_at: null })], [former(1, 'install')])).toEqual({
      install: unknown,
      default: unknown,
    });
  });

  it('is also the event that goes on, until one that means the same was added beside it', () => {
    const beside = stored(2, 'default', { named_at: day(4) });
    const install = stored(1, 'install');
    expect(before([install, beside], [])).toEqual({ default: { install: 4 } });
    expect(before([stored(1, 'install', { named_at: day(5) }), beside], [])).toEqual({
      install: { default: 5 },
    });
    const away = [former(1, 'install', day(1), day(2)), former(1, 'x', day(2), day(6))];
    expect(before([stored(1, 'install', { named_at: day(6) }), beside], away)).toEqual({
      default: { install: 4, x: 4 },
    });
  });

  it('is also an event that was away and came back, while another had taken a name that means the same', () => {
    const beside = stored(2, 'default', { named_at: day(4) });
    const back = stored(1, 'install', { named_at: day(5) });
    const keys = { default: { install: 3 }, install: { default: 5 } };
    expect(before([back, beside], [former(1, 'install', day(1), day(3))])).toEqual(keys);
  });

  it('of a click paid before keys were kept is the event that had it as its name', () => {
    const qualified = stored(1, 'qualified', { named_at: day(2) });
    expect(before([qualified, add('lead')], [former(1, 'lead')])).toEqual({ lead: { qualified: 4, lead: 4 } });
  });

  it('is also an event that is gone beside one whose name means the same, under its own name only', () => {
    const order = stored(1, 'order', { removed_at: day(3) });
    expect(before([order, stored(2, 'deposit')], [])).toEqual({ order: { order: 3 } });
    const open = stored(1, 'open', { key: 'order', removed_at: day(5) });
    expect(before([open, stored(2, 'deposit')], [former(1, 'order')])).toEqual({ order: { order: 5 } });
  });

  it('has each its time, also while two events exchange their names or one is in the place of another', () => {
    const times = (...input: Parameters<typeof readEventNames>) =>
      Object.fromEntries(
        [...readEventNames(...input).meanings].map(([name, meant]) => [
          name,
          meant.map(({ key, since, until }) => [key, since / 86_400_000, until / 86_400_000]),
        ]),
      );
    const exchanged = [stored(1, 'b', { key: 'a', named_at: day(3) }), stored(2, 'a', { key: 'b', named_at: day(3) })];
    expect(times(exchanged, [former(1, 'a', day(1), day(3)), former(2, 'b', day(1), day(3))])).toEqual({
      a: [
        ['a', 1, 3],
        ['b', 3, Infinity],
      ],
      b: [
        ['b', 1, 3],
        ['a', 3, Infinity],
      ],
    });
    const instead = [stored(1, 'x', { key: 'a', named_at: day(3) }), stored(2, 'x', { removed_at: day(3) })];
    expect(times(instead, [former(1, 'a', day(1), day(3))])).toEqual({
      x: [
        ['x', 1, 3],
        ['a', 3, Infinity],
      ],
    });
  });

  it('is of two who had it the one who gave it up first, where nobody knows since when', () => {
    const events = [
      stored(1, 'a', { key: 'install' }),
      stored(2, 'b', { key: 'install (E2)' }),
      stored(3, 'install', { key: 'install (E3)', named_at: day(9) }),
    ];
    expect(before(events, [former(2, 'install', null, day(9)), former(1, 'install', null, day(5))])).toMatchObject({
      install: { install: 5, 'install (E2)': 9 },
    });
  });

  it('is found in a moment, however often an event was renamed', () => {
    const names = Array.from({ length: 2_000 }, (_, n) => former(1, `name_${n}`, day(n), day(n + 1)));
    expect(
      readEventNames([stored(1, 'install', { named_at: day(2_000) }), stored(2, 'lead')], names).meanings.size,
    ).toBe(0);
  });
});
