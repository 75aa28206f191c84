import { expect, test } from 'vitest';
import type { Attention } from '@muneem/contract/stats';
import { createPostbackApp } from '../postbacks/postback-app.ts';

// 18:30 UTC is midnight in Asia/Kolkata.
const app = await createPostbackApp({}, { now: '2026-11-20T18:29:00Z' });
await app.createUser('asha');

const unknownUsers = async (offerId: string) =>
  (await app.call('GET', `/api/offers/${offerId}/postback-stats`)).body.stats.unknownUsers;
const attention = async (): Promise<Attention['unknownUsers']> =>
  (await app.call('GET', '/api/stats')).body.attention.unknownUsers;
const visit = (offerId: string, uid: string | undefined, count: number) =>
  Promise.all(Array.from({ length: count }, () => app.click(offerId, uid)));

test('counts the clicks of each offer whose uid belongs to no user, per day in Asia/Kolkata', async () => {
  app.clock.set('2026-11-20T18:29:00Z');
  const [offerId, other] = [await app.createOffer(), await app.createOffer()];
  expect(await unknownUsers(offerId)).toEqual({ today: { clicks: 0, unknown: 0 }, week: { clicks: 0, unknown: 0 } });
  await Promise.all([
    visit(offerId, 'asha', 3),
    visit(offerId, 'never-registered', 2),
    visit(offerId, undefined, 1),
    visit(offerId, '', 1),
    visit(other, 'never-registered', 1),
    app.preparedClick(offerId, 'asha'),
  ]);
  expect(await unknownUsers(offerId)).toEqual({ today: { clicks: 8, unknown: 2 }, week: { clicks: 8, unknown: 2 } });
  expect(await unknownUsers(other)).toMatchObject({ today: { clicks: 1, unknown: 1 } });

  app.clock.set('2026-11-20T18:30:05Z');
  await visit(offerId, 'never-registered', 1);
  expect(await unknownUsers(offerId)).toEqual({ today: { clicks: 1, unknown: 1 }, week: { clicks: 9, unknown: 3 } });
  app.clock.set('2026-11-27T06:00:00Z');
  expect(await unknownUsers(offerId)).toEqual({ today: { clicks: 0, unknown: 0 }, week: { clicks: 1, unknown: 1 } });
});

test('lists an offer as needing attention if more than 1 in 20 clicks of today or yesterday has an unknown uid', async () => {
  app.clock.set('2026-11-28T06:00:00Z');
  const [few, edge, many, archived] = [
    await app.createOffer(),
    await app.createOffer(),
    await app.createOffer({ title: 'Rummy' }),
    await app.createOffer(),
  ];
  await visit(few, 'never-registered', 19);
  await visit(edge, 'asha', 38);
  await visit(edge, 'never-registered', 2);
  await visit(many, 'asha', 18);
  await visit(many, 'never-registered', 1);
  await visit(archived, 'never-registered', 20);
  await app.deleteOffer(archived);
  expect(await attention()).toEqual({ total: 0, worst: [] });

  await visit(many, 'never-registered', 1);
  const rummy = { offerId: many, offerTitle: 'Rummy', clicks: 20, unknown: 2 };
  expect(await attention()).toEqual({ total: 1, worst: [{ ...rummy, day: '2026-11-28', isToday: true }] });
  app.clock.set('2026-11-29T06:00:00Z');
  expect(await attention()).toEqual({ total: 1, worst: [{ ...rummy, day: '2026-11-28', isToday: false }] });
  await visit(many, 'asha', 20);
  expect(await attention()).toMatchObject({ total: 1, worst: [{ day: '2026-11-28' }] });
  app.clock.set('2026-11-30T06:00:00Z');
  expect(await attention()).toEqual({ total: 0, worst: [] });
});
