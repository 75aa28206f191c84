import { afterAll, expect, test } from 'vitest';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.1' }, { now: '2026-11-21T06:00:00.000Z' });
const offerId = await app.createOffer();
afterAll(() => app.close());

// covers own-6.2
test('pays a postback once when it is sent 12 times in an hour in different forms', async () => {
  const uid = await app.newUser();
  const clickId = await app.click(offerId, uid);
  const answers: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    app.clock.advance(5 * 60_000);
    const names = ['click_id', 'cid', 'transaction_id'] as const;
    const { body } = await app.send(offerId, i % 2 === 0 ? 'install' : 'DEFAULT', {
      [names[i % 3] ?? 'cid']: clickId,
      n: String(i),
    });
    answers.push(`${body.code} ${body.conversionId}`);
  }
  const [first = '', ...rest] = answers;
  expect(first).toMatch(/^accepted /);
  expect(new Set(rest)).toEqual(new Set([first.replace('accepted', 'duplicate')]));
  expect(await app.balance(uid)).toBe(100);
});

// covers own-6.14
test('strips line breaks from every logged parameter', async () => {
  const clickId = await app.click(offerId, await app.newUser());
  const evil = 'x\r\n2026-11-21 accepted\u2028forged';
  await app.send(offerId, 'install', { click_id: clickId, note: evil, [`k\n${evil}`]: '1' });
  await app.http.fastify.inject({
    method: 'POST',
    url: '/postback',
    headers: { 'content-type': 'application/json', 'user-agent': 'agent one' },
    payload: JSON.stringify({ token: app.token, event: evil, click_id: clickId, note: evil }),
  });
  await app.http.fastify.inject({
    url: `/postback/${encodeURIComponent(evil)}/install?token=${app.token}&click_id=${clickId}`,
  });
  await expect
    .poll(() => app.rows('select verdict from postback_log where click_id = $1 order by verdict', [clickId]))
    .toEqual([{ verdict: 'accepted' }, { verdict: 'event_unknown' }, { verdict: 'offer_mismatch' }]);
  const rows = await app.rows(
    'select url, body, user_agent, offer_id, event_key, detail from postback_log where click_id = $1',
    [clickId],
  );
  for (const row of rows) for (const text of Object.values(row)) expect(text ?? '').not.toMatch(/[\r\n\u2028\u2029]/);
});

// covers own-6.11
test('pays a deposit before its install, each once', async () => {
  const uid = await app.newUser();
  const clickId = await app.click(offerId, uid);
  for (const name of ['deposit', 'install', 'deposit', 'order', 'default'])
    await app.send(offerId, name, { click_id: clickId });
  expect((await app.conversionsOf(clickId)).map(({ eventKey, status }) => [eventKey, status])).toEqual([
    ['deposit', 'approved'],
    ['install', 'approved'],
  ]);
  expect(await app.balance(uid)).toBe(112);
});
