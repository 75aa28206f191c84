import { expect, it } from 'vitest';
import type { CompletedOffer, UserDetails } from '@muneem/contract/users';
import { sql } from '#platform/database/index.ts';
import { completeOffers } from '#test/builders/offers.ts';
import { buildUser } from '#test/builders/users.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();

async function call(path: string) {
  const response = await app.call<{ user: UserDetails; completedOffers: CompletedOffer[]; code?: string }>(
    'GET',
    `/api/users/${path}`,
  );
  return { ...response.body, status: response.status };
}
const behind = ({ id, completedAt }: CompletedOffer) => call(`keen/completed-offers?before=${id}&at=${completedAt}`);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => `off_${from - n}`);

// covers 000-users.5
it('returns 100 completed offers with the details, and older ones by a cursor', async () => {
  const user = await buildUser(app, { uid: 'keen' });
  await completeOffers(app, user.id, 250);
  // Two completions at the same instant lie at the page border; a third is in the same millisecond.
  await app.database.execute(sql`
    update offer_completions set completed_at = timestamptz '2026-11-01T00:00:00.0001Z' + 150 * interval '1 hour'
      + case offer_id when 'off_152' then interval '100 microseconds' else interval '0' end
    where user_id = ${user.id} and offer_id in ('off_150', 'off_151', 'off_152')`);
  const { completedOffers: first, completedCount } = (await call('keen')).user;
  expect([completedCount, first.map(({ id }) => id)]).toEqual([250, down(250, 151)]);
  const seen = [...first];
  for (let page = first; page.length > 0; seen.push(...page)) page = (await behind(seen.at(-1)!)).completedOffers;
  expect(seen.map(({ id }) => id)).toEqual(down(250, 1));
  expect(seen[249]).toEqual({ id: 'off_1', title: 'Offer 1', completedAt: '2026-11-01T01:00:00.000Z' });

  // The cursor's completion was reversed meanwhile. The next page still has no gap.
  const gone = first[99]!;
  await app.database.execute(sql`delete from offer_completions where user_id = ${user.id} and offer_id = ${gone.id}`);
  expect((await behind(gone)).completedOffers.map(({ id }) => id)).toEqual(['off_152', ...down(150, 52)]);
});

it('requires a live user and a valid cursor for older completed offers', async () => {
  await buildUser(app, { uid: 'beginner' });
  const query = '?before=off_9&at=2026-11-01T00:00:00.000Z';
  expect(await call(`beginner/completed-offers${query}`)).toMatchObject({ status: 200, completedOffers: [] });
  expect((await call(`nobody/completed-offers${query}`)).code).toBe('user_not_found');
  for (const bad of ['', '?before=off_9', '?before=off_9&at=then', '?before=&at=2026-11-01T00:00:00.000Z'])
    expect((await call(`beginner/completed-offers${bad}`)).status, bad).toBe(400);
});
