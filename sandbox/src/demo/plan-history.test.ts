import { expect, test } from 'vitest';
import { planHistory } from './plan-history.ts';

const DAY_MS = 86_400_000;
const until = new Date('2026-11-21T18:30:00Z');
const since = new Date(until.getTime() - 30 * DAY_MS);
const acts = planHistory({ from: 1, to: 300, since, until });

test('plans a month of ordered history in which people join before they act', () => {
  expect(acts.map(({ at }) => at)).toEqual(acts.map(({ at }) => at).sort((a, b) => a - b));
  expect(acts[0]!.at).toBeGreaterThanOrEqual(since.getTime());
  expect(acts.at(-1)!.at).toBeLessThan(until.getTime());
  const known = new Set<number>([0]);
  for (const { kind, person } of acts) {
    if (kind === 'join') known.add(person);
    expect(known.has(person), kind).toBe(true);
  }
  expect(known.size).toBe(301);
  const days = new Set(acts.filter(({ kind }) => kind === 'click').map(({ at }) => Math.floor(at / DAY_MS)));
  expect(days.size).toBeGreaterThanOrEqual(30);
});

test('plans each kind of action, and few contradictions', () => {
  const numbers = Map.groupBy(acts, (act) => (act.kind === 'event' ? act.report : act.kind));
  for (const kind of [
    'lost',
    'twice',
    'wrong_token',
    'unknown_event',
    'take_back',
    'pay_by_hand',
    'complain',
    'answer',
  ])
    expect(numbers.get(kind as 'lost')?.length, kind).toBeGreaterThan(4);
  expect(numbers.get('contradict')).toHaveLength(2);
  expect(numbers.get('withdraw')!.length).toBeGreaterThan(numbers.get('decide_withdrawal')!.length);
});

test.each([60, 300])('plans orders of the offer that loses money in the last week, with %i people', (to) => {
  const plan = planHistory({ from: 1, to, since, until });
  const lately = plan.filter(({ at }) => at > until.getTime() - 6.5 * DAY_MS);
  const shoppers = new Set(
    lately.flatMap((act) => (act.kind === 'click' && act.offer !== undefined ? act.person : [])),
  );
  expect(shoppers.size).toBe(24);
  const events = lately.filter((act) => act.kind === 'event' && act.visit === 9 && shoppers.has(act.person));
  expect(events).toHaveLength(48);
});
