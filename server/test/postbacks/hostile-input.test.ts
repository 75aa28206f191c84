import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createPostbackApp, BROWSER } from './postback-app.ts';

const app = await createPostbackApp({ TRUST_PROXY: 'on' });
const offerId = await app.createOffer();
const base = await app.listen();

const from = (forwarded: string) => ({
  remoteAddress: '192.0.2.1',
  headers: { 'user-agent': BROWSER, 'x-forwarded-for': forwarded },
});
const logged = async (count: number, where: string) => {
  let rows: Record<string, unknown>[] = [];
  await expect
    .poll(async () => (rows = await app.rows(`select * from postback_log where ${where} order by id`)).length)
    .toBe(count);
  return rows;
};

// covers own-6.6
test.each([
  ['garbage', '192.0.2.1'],
  ["1.2.3.4'; drop", '192.0.2.1'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
])('stores the forwarded address %s as %s, for the click and the postback', async (forwarded, kept) => {
  const visit = await app.http.fastify.inject({ url: `/track/${offerId}?p2=x`, ...from(forwarded) });
  expect(visit.statusCode).toBe(302);
  const clickId = new URL(String(visit.headers.location)).searchParams.get('c') ?? '';
  const answer = await app.send(offerId, 'install', { click_id: clickId }, from(forwarded));
  expect(answer.body).toMatchObject({ success: true, code: 'accepted' });
  expect(await app.rows('select host(click_ip) as ip from clicks where id = $1', [clickId])).toEqual([{ ip: kept }]);
  expect(await app.rows('select host(ip) as ip from postback_log where click_id = $1', [clickId])).toEqual([
    { ip: kept },
  ]);
});

test('redirects although a parameter is cut in the middle of a character', async () => {
  for (const length of [63, 499, 999]) {
    const text = `${'a'.repeat(length)}${encodeURIComponent('😀')}`;
    for (const query of [`sub=${text}`, `p1=${text}`, `${text}=1`, `uid=${text}`]) {
      const visit = await app.http.fastify.inject({ url: `/track/${offerId}?${query}`, ...from('203.0.113.7') });
      expect(visit.statusCode, query.slice(0, 20)).toBe(302);
    }
  }
});

test('answers deeply nested bodies with `malformed`, and still logs other refusals', async () => {
  const url = `/postback/${offerId}/install`;
  const send = (payload: string, token: string) =>
    app.http.fastify.inject({
      method: 'POST',
      url: `${url}?token=${token}`,
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const answers = await Promise.all([
    send('{"seen":"before"}', 'wrong1'),
    send(deep, 'wrong2'),
    send(deep, app.token),
    send('{"seen":"after"}', 'wrong3'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 400, 400, 401]);
  const rows = await logged(4, `url like '${url}%' and method = 'POST'`);
  expect(rows.map((row) => row['verdict']).sort()).toEqual(['bad_token', 'bad_token', 'malformed', 'malformed']);
});

test('never logs a token in a URL, in any spelling of its name', async () => {
  const names = ['token', '%74oken', 't%6Fken', 'tok%65%6e'];
  for (const name of names) {
    const answer = await app.http.fastify.inject({ url: `/postback/${offerId}/nothing?${name}=${app.token}` });
    expect(answer.json()).toMatchObject({ code: 'event_unknown' });
  }
  const rows = await logged(names.length, `url like '/postback/${offerId}/nothing%'`);
  expect(rows.filter((row) => String(row['url']).includes(app.token))).toEqual([]);
});

test('never stores a misplaced token, which is still valid', async () => {
  const own = await app.createOffer();
  const clickId = await app.click(own, await app.newUser());
  const path = `/postback/${own}/install`;
  const urls = [
    `?click_id=${clickId}&amp;token=${app.token}`,
    `%3Ftoken%3D${app.token}%26click_id%3D${clickId}`,
    `%253Ftoken%253D${app.token}`,
    `/token/${app.token}`,
    `?click_id=${clickId}%26token=${app.token}`,
    `?click_id=${clickId}&+token+=${app.token}`,
    `?click_id=${clickId}&data={"token":"${app.token}"}`,
    `?click_id=${clickId}&data[token]=${app.token}`,
  ];
  for (const url of urls) await app.http.fastify.inject({ url: path + url });
  const post = { method: 'POST' as const, url: `${path}?token=${app.token}` };
  const payload = {
    click_id: clickId,
    sent: { token: app.token },
    'amp;token': app.token,
    from: `/?token=${app.token}`,
  };
  expect((await app.http.fastify.inject({ ...post, payload })).json()).toMatchObject({ code: 'accepted' });
  const rows = await logged(urls.length + 1, `url like '${path}%token%'`);
  expect(rows.filter(({ url, body }) => `${String(url)}${String(body)}`.includes(app.token))).toEqual([]);
  const [{ externalData } = {}] = await app.conversionsOf(clickId);
  expect(JSON.stringify(externalData)).not.toContain(app.token);
});

test('never logs a token in a body, even twice or as a number', async () => {
  const url = `/postback/${offerId}/nowhere`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  const twice = await app.http.fastify.inject({
    method: 'POST',
    url,
    headers: form,
    payload: `token=${app.token}&token=${app.token}`,
  });
  expect(twice.json()).toMatchObject({ code: 'event_unknown' });
  const number = await app.http.fastify.inject({ method: 'POST', url, headers: json, payload: '{"token":7263201948}' });
  expect(number.json()).toMatchObject({ code: 'bad_token' });
  const rows = await logged(2, `url = '${url}'`);
  const bodies = rows.map((row) => String(row['body']));
  expect(bodies.filter((body) => body.includes(app.token) || body.includes('7263201948'))).toEqual([]);
  expect(bodies.map((body) => JSON.parse(body) as object)).toEqual([{ token: '…' }, { token: '…' }]);
});

test('masks a token in a body under a similar name, or deeper in it', async () => {
  const url = `/postback/${offerId}/resembles`;
  const bodies = [{ Token: app.token }, { ' TOKEN ': app.token }, { data: [{ token: app.token, x: 1 }] }];
  for (const payload of bodies)
    expect((await app.http.fastify.inject({ method: 'POST', url, payload })).json()).toMatchObject({
      code: 'bad_token',
    });
  const rows = await logged(3, `url = '${url}'`);
  expect(rows.filter((row) => String(row['body']).includes(app.token))).toEqual([]);
  expect(rows.map((row) => String(row['body']))).toContain(`{"data":[{"token":"${app.token.slice(0, 4)}…","x":1}]}`);
});

/** Sends a path with its `#`, which no normal client does. */
async function getOverSocket(path: string): Promise<string> {
  const { port } = new URL(base);
  const [response] = (await once(get({ host: '127.0.0.1', port, path }), 'response')) as [IncomingMessage];
  return text(response);
}

test('logs a postback whose path cannot be decoded, with its sender, in a bounded row', async () => {
  const clickId = await app.click(offerId, await app.newUser());
  const query = `token=${app.token}&click_id=${clickId}`;
  const paths: [string, number][] = [
    [`/postback/${offerId}/install%?${query}`, 400],
    [`/postback/${offerId}/%E0%A4?${query}`, 400],
    [`/postback/${offerId}/${'x'.repeat(513)}?${query}`, 404],
    [`/postback/${offerId}/install/more?${query}&long=${'y'.repeat(9_000)}`, 404],
    [`/postback/off_${'z'.repeat(600)}/install?${query}`, 404],
  ];
  for (const [path, status] of paths) {
    const answer = await fetch(base + path, { headers: { 'x-forwarded-for': '203.0.113.44' } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await answer.json()).toMatchObject({ success: false, code: 'malformed' });
  }
  const rows = await logged(paths.length, `click_id = '${clickId}'`);
  expect(rows.map(({ verdict, httpStatus, offerId, ip }) => ({ verdict, httpStatus, offerId, ip }))).toEqual(
    paths.map(([path, httpStatus]) => ({
      verdict: 'malformed',
      httpStatus,
      offerId: path.includes('off_z') ? null : offerId,
      ip: '203.0.113.44',
    })),
  );
  rows.forEach(({ url }, index) => {
    expect(String(url).length).toBeLessThanOrEqual(4_001);
    expect(String(url)).toContain(paths[index]?.[0].slice(0, 40));
    expect(String(url)).not.toContain(app.token);
  });
});

test('counts an undecodable path without a token as a wrong token', async () => {
  const send = () =>
    app.http.fastify.inject({ url: `/postback/${offerId}/install%`, headers: { 'x-forwarded-for': '203.0.113.45' } });
  const statuses: number[] = [];
  for (let i = 0; i < 61; i += 1) statuses.push((await send()).statusCode);
  expect(statuses).toEqual([...Array<number>(60).fill(400), 429]);
});

test('rejects a token with surrounding blanks, and an event named like a dot segment', async () => {
  const clickId = await app.click(offerId, await app.newUser());
  for (const token of [` ${app.token}`, `${app.token} `, `\t${app.token}`])
    expect((await app.send(offerId, 'install', { click_id: clickId, token })).body.code).toBe('bad_token');
  const payload = { token: `${app.token}\n`, click_id: clickId };
  const inBody = await app.call('POST', `/postback/${offerId}/install`, payload);
  expect(inBody.body).toMatchObject({ code: 'bad_token' });
  for (const eventName of ['.', ' .. ']) {
    const event = { eventName, eventPayout: 1, eventCap: 1, isRequired: true, description: '' };
    await expect(app.createOffer({ events: [event] })).rejects.toThrow('The event name cannot be');
  }
  const accepted = await app.send(offerId, 'install', { click_id: clickId });
  expect([accepted.body.code, accepted.headers['cache-control']]).toEqual(['accepted', 'no-store']);
});

test('treats a leading # as the start of the query in the router, the log and Explain', async () => {
  const clickId = await app.click(offerId, await app.newUser());
  const explain = async (url: string) =>
    (await app.call<{ verdict: string }>('POST', '/api/inbound-postbacks/explain', { url })).body.verdict;
  for (const [path, code] of [
    [`/postback#token=${app.token}&event=install&click_id=${clickId}`, 'accepted'],
    [`/postback/${offerId}/deposit?token=${app.token}&click_id=${clickId}#x`, 'click_unknown'],
    [`/postback/${offerId}/deposit?click_id=${clickId}#token=${app.token}`, 'bad_token'],
    [`/postback/${offerId}/deposit?cid=${clickId}&x=%20#%74oken=${app.token}`, 'bad_token'],
  ] as const) {
    expect(await explain(path)).toBe(code);
    expect(JSON.parse(await getOverSocket(path))).toMatchObject({ code });
  }
  const rows = await logged(4, `url like '%${clickId}%'`);
  expect(rows.filter((row) => String(row['url']).includes(app.token))).toEqual([]);
});

test('logs an unreadable request as one line without its token, with its click id', async () => {
  const clickId = await app.click(offerId, await app.newUser());
  const bodies = [
    `{"event":"install","click_id":"${clickId}","token":"${app.token}",}`,
    `{'cid': ${clickId}, "\\u0074oken" : "${app.token}"`,
    `%74oken=${app.token}&click_id=${clickId}&event=install`,
    `<click>${clickId}</click>\r\n\u0085<param name="token" value="${app.token}"/>`,
  ];
  for (const payload of bodies) {
    const json = { 'content-type': 'application/json' };
    const answer = await app.call<{ code: string }>('POST', '/postback?raw', payload, { headers: json });
    expect([answer.status, answer.body.code], payload).toEqual([400, 'malformed']);
  }
  const long = {
    method: 'POST' as const,
    url: '/postback?raw',
    payload: `{"click_id":"${clickId}"${'x'.repeat(5_000)}`,
  };
  await app.http.fastify.inject({ ...long, headers: { 'content-type': 'application/json' } });
  const inQuery = `/postback/${offerId}/install?raw&cid=${clickId}`;
  await app.http.fastify.inject({ ...long, url: inQuery, payload: 'y'.repeat(70_000) });
  const rows = await logged(bodies.length + 2, `click_id = '${clickId}'`);
  const kept = rows.map((row) => row['body'] as string | null);
  expect(kept.slice(0, bodies.length)).toEqual([
    `{"event":"install","click_id":"${clickId}","token…`,
    `{'cid': ${clickId}, "token…`,
    'token…',
    `<click>${clickId}</click> <param name="token…`,
  ]);
  expect(kept.at(-2)).toHaveLength(4_001);
  expect([kept.at(-1), rows.at(-1)?.['httpStatus']]).toEqual([null, 413]);
});

test('supports the click id parameters constructor and toString in a body', async () => {
  const own = await app.createOffer({ customClickIdParams: ['constructor', 'toString'] });
  const url = `/postback/${own}/install?token=${app.token}`;
  const send = async (payload: string, type: string) =>
    (
      await app.call<{
        code: string;
      }>('POST', url, payload, { headers: { 'content-type': type } })
    ).body.code;
  const form = 'application/x-www-form-urlencoded';
  expect(await send(`cid=${await app.click(own, await app.newUser())}`, form)).toBe('accepted');
  expect(await send(`constructor=${await app.click(own, await app.newUser())}`, form)).toBe('accepted');
  const json = JSON.stringify({ toString: await app.click(own, await app.newUser()) });
  expect(await send(json, 'application/json')).toBe('accepted');
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
