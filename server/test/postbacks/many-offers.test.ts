import { expect, test } from 'vitest';
import { createSecretBox } from '#platform/crypto/index.ts';
import { sealOfferToken } from '#features/offers/offer-token.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp();
const ownToken = 'own-token-of-the-offer';
const offerId = await app.createOffer({ postbackToken: ownToken });

const shortForm = (query: Readonly<Record<string, string>>) =>
  app.http.fastify.inject(`/postback?${new URLSearchParams({ event: 'install', ...query }).toString()}`);

/** The least processor time of three floods of wrong tokens, in ms. */
async function timeOfFlood(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    for (let i = 0; i < 50; i += 1) await shortForm({ token: `wrong-${i}` });
    times.push(process.cpuUsage(before).user / 1_000);
  }
  return Math.min(...times);
}

test('refuses wrong tokens as fast with 5,000 offers that have their own tokens as with one', async () => {
  await timeOfFlood();
  const withOne = await timeOfFlood();
  const secrets = createSecretBox(app.config.APP_SECRET);
  const ids = Array.from({ length: 5_000 }, (_, i) => `off_${i}`);
  await app.rows(
    `insert into offers (id, title, description, coins, type, requirements, tracking_url, postback_token_sealed)
     select id, id, 'd', 10, 'install', 'r', 'https://x.example/{click_id}', sealed
     from unnest($1::text[], $2::text[]) as o (id, sealed)`,
    [ids, ids.map((id) => sealOfferToken(secrets, id, `token-of-${id}`))],
  );
  // A change makes the server load all offers.
  await app.updateOffer(offerId, { postbackToken: ownToken });
  // A token more to compare with each request would take many times as long. A busy machine at most doubles it.
  expect(await timeOfFlood()).toBeLessThan(4 * withOne);

  const clickId = await app.click(offerId, await app.newUser());
  expect((await shortForm({ token: 'token-of-off_7', click_id: clickId })).json()).toMatchObject({ code: 'bad_token' });
  expect((await shortForm({ token: ownToken, click_id: clickId })).json()).toMatchObject({ code: 'accepted' });
});
