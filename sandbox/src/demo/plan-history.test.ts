import { expect, test } from 'vitest';
import { seededRandom } from '../payout-simulation/virtual-time.ts';
import { planHistory } from './plan-history.ts';

const DAY_MS = 86_400_000;
const until = new Date('2026-11-21T06:30:00Z');
const since = new Date(until.getTime() - 30 * DAY_MS);
const event = (name: string, share: number) => ({ name, share, postbackUrl: '' });
const offers = [{ events: [event('install', 0.8), event('order', 0.4)] }, { events: [event('install', 0.7)] }];
const plan = (seed: number) => planHistory({ offers, from: 1, to: 300, since, until, random: seededRandom(seed) });

test('plans a month of ordered history in which people join before they act', () => {
  const acts = plan(1);
  expect(acts.map(({ at }) => at)).toEqual(acts.map(({ at }) => at).sort((a, b) => a - b));
  expect(acts[0]!.at).toBeGreaterThanOrEqual(since.getTime());
  expect(acts.at(-1)!.at).toBeLessThan(until.getTime());
  const known = new Set<number>([0]);
  for (const { kind, person } of acts) {
    if (kind === 'join') known.add(person);
    expect(known.has(person), kind).toBe(true);
  }
  expect(known.size).toBe(301);
});

test('plans clicks for every day, with busy evenings and quiet nights', () => {
  const clicks = plan(2).filter(({ kind }) => kind === 'click');
  const local = clicks.map(({ at }) => new Date(at + 5.5 * 3_600_000));
  const days = Map.groupBy(local, (at) => at.toISOString().slice(0, 10));
  expect(days.size).toBeGreaterThanOrEqual(30);
  const between = (from: number, to: number) =>
    local.filter((at) => at.getUTCHours() >= from && at.getUTCHours() < to).length;
  expect(between(18, 22)).toBeGreaterThan(3 * between(1, 5));
});

test('plans only sign-ups when the end of the period leaves no time for more', () => {
  const acts = planHistory({ offers, from: 5, to: 9, since: until, until, random: seededRandom(3) });
  expect(acts.map(({ kind, person }) => [kind, person])).toEqual([5, 6, 7, 8, 9].map((person) => ['join', person]));
});

test('plans reversals for some offers whose claim was approved', () => {
  const found = [...Map.groupBy(plan(4), ({ person }) => person).values()].filter((own) => {
    const claim = own.find((act) => act.kind === 'claim');
    const decision = own.find((act) => act.kind === 'decide_claim' && act.approved);
    return own.some((act) => {
      if (act.kind !== 'take_back' || act.at <= (decision?.at ?? Infinity)) return false;
      return own.some(
        ({ kind, ...click }) =>
          kind === 'click' &&
          'offer' in click &&
          'visit' in click &&
          click.visit === act.visit &&
          click.offer === claim?.offer,
      );
    });
  });
  expect(found.length).toBeGreaterThan(1);
});

test('plans two contradictions of events that were paid and not reversed', () => {
  const acts = plan(5);
  const found = acts.filter((act) => act.kind === 'contradict');
  expect(found).toHaveLength(2);
  for (const { person, visit, event: at, ...it } of found) {
    const own = acts.filter((act) => act.person === person);
    expect(own.some((act) => act.kind === 'take_back')).toBe(false);
    expect(own.find((act) => act.kind === 'event' && act.visit === visit && act.event === at)?.at).toBeLessThan(it.at);
  }
});
