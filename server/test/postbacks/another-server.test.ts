import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { createSecondNode } from '#test/test-app.ts';
import { createPostbackApp, type PostbackApp } from './postback-app.ts';
import { event } from './event-steps.ts';

let app: PostbackApp;
let other: Awaited<ReturnType<typeof createSecondNode>>;
beforeAll(async () => {
  app = await createPostbackApp();
  other = await createSecondNode(app);
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

const ask = async (url: string): Promise<PostbackAnswer> => (await other.http.fastify.inject(url)).json();

test('another server accepts a postback and a visit of an offer at once after it was made', async () => {
  // Several offers: the regular check of the other server may see one of them first.
  for (let i = 0; i < 5; i += 1) {
    const offerId = await app.createOffer({ events: [event('install')] });
    const visit = await other.http.fastify.inject(`/track/${offerId}?uid=x`);
    expect(visit.statusCode).toBe(302);
    const next = await app.createOffer({ events: [event('install')], postbackToken: `own-token-${i}` });
    const click_id = await app.click(next, await app.newUser());
    expect(await ask(`/postback/${next}/install?token=own-token-${i}&click_id=${click_id}`)).toMatchObject({
      code: 'accepted',
    });
    await app.updateOffer(next, { events: [event('install'), event('level')], customClickIdParams: ['ref'] });
    expect(await ask(`/postback/${next}/level?token=${app.token}&ref=${click_id}`)).toMatchObject({ code: 'accepted' });
  }
});

test('a flood of unknown offers shares a few reads of the database', async () => {
  const reads: string[] = [];
  const query = app.database.query.bind(app.database);
  app.database.query = ((statement: { text: string }) => {
    reads.push(statement.text);
    return query(statement as never);
  }) as never;
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) => ask(`/postback/off_none${i}/install?token=${app.token}`)),
  );
  const elapsed = performance.now() - started;
  app.database.query = query;
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['offer_mismatch']));
  // One per 10 ms, and the two regular ones of each server per second.
  expect(reads.filter((text) => text.includes('cache_versions')).length).toBeLessThan(elapsed / 10 + 10);
  expect(reads.filter((text) => text.includes('from offers'))).toEqual([]);
});
