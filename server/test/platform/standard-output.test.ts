import { execFile } from 'node:child_process';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { codeIn, startMailServer } from '../auth/mail-server.ts';
import { killServers, prepareServers, seedClicks, spawnServer, TOKEN } from '../postbacks/server-processes.ts';

afterAll(killServers);

const EMAIL = 'asha@example.com';
const SECRETS = {
  password: 'correct horse battery',
  wrongPassword: 'almost a correct horse',
  platformKey: 'platform-key-that-nobody-may-read',
  cronKey: 'cron-key-that-nobody-may-read-either',
  reset: 'reset-token-that-nobody-may-read',
  apiKey: 'live-provider-key-9876',
};

test('takes a free port, and logs no password, code, token or key at any level', async () => {
  const { database, dataDir, db } = await prepareServers();
  const [clickId = ''] = await seedClicks(db, { clicks: 1, users: 1, events: [{ name: 'install', isRequired: true }] });
  const mail = await startMailServer();
  const { output } = await spawnServer(database, dataDir, {
    PORT: '0',
    LOG_LEVEL: 'trace',
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: SECRETS.password,
    PLATFORM_API_KEY: SECRETS.platformKey,
    CRON_KEY: SECRETS.cronKey,
    SMTP_URL: mail.url,
  });
  const listening = () => /"address":"(\S+)","publicUrl":"(http:\/\/127\.0\.0\.1:[1-9]\d*)"/.exec(output());
  await expect.poll(listening, { timeout: 120_000 }).not.toBeNull();
  const [, address, publicUrl = ''] = listening() ?? [];
  expect(publicUrl).toBe(address);
  expect((await fetch(`${publicUrl}/readyz`)).status).toBe(200);
  const call = async (method: string, path: string, body?: object | string, token?: string) => {
    const answer = await fetch(publicUrl + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    });
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, body: (isJson ? await answer.json() : {}) as { token?: string } };
  };

  expect((await call('POST', '/api/auth/login', { email: EMAIL, password: SECRETS.wrongPassword })).status).toBe(401);
  expect((await call('POST', '/api/auth/login', { email: EMAIL, password: SECRETS.password })).status).toBe(200);
  const otp = codeIn(await mail.next());
  const { token = '' } = (await call('POST', '/api/auth/verify-otp', { email: EMAIL, otp })).body;
  expect((await call('POST', '/api/auth/login', `{"password":"${SECRETS.password}"`)).status).toBe(400);
  expect((await call('GET', `/reset-password?token=${SECRETS.reset}`)).status).toBeGreaterThanOrEqual(200);
  const reset = { token: SECRETS.reset, newPassword: SECRETS.password };
  expect((await call('POST', '/api/auth/reset-password', reset)).status).toBe(400);
  expect((await call('POST', '/api/settings/send-otp', { bulkpeApiKey: SECRETS.apiKey }, token)).status).toBe(200);
  expect((await call('GET', `/postback/ofr_test/install?token=${TOKEN}&click_id=${clickId}`)).status).toBe(200);
  expect((await call('GET', `/postbacks/nowhere?token=${TOKEN}`)).status).toBe(404);
  expect((await call('GET', `/api/cron/smart-poll?key=${SECRETS.cronKey}`)).status).toBe(200);
  expect((await call('GET', '/api/platform/users/nobody', undefined, SECRETS.platformKey)).status).toBe(404);
  // Sent by hand, because `fetch` drops everything after `#`, where the router begins the query too.
  const callByHand = async (path: string) => {
    const [answer] = (await once(get({ host: '127.0.0.1', port: new URL(publicUrl).port, path }), 'response')) as [
      IncomingMessage,
    ];
    return { status: answer.statusCode, text: await textOf(answer) };
  };
  expect((await callByHand(`/api/cron/smart-poll#key=${SECRETS.cronKey}`)).status).not.toBe(401);
  expect(await callByHand(`/reset-password/by-hand#token=${SECRETS.reset}`)).toEqual({
    status: 404,
    text: expect.stringContaining('Nothing found at GET /reset-password/by-hand.') as string,
  });
  // A server error is logged at length, and must not contain the request's content.
  await db.query('alter table problems rename to problems_away');
  expect((await call('GET', `/api/problems?search=${SECRETS.reset}`, undefined, token)).status).toBe(500);
  const problem = { title: 'T', description: SECRETS.wrongPassword, type: 'payment' };
  expect((await call('POST', '/api/users/user-1/problems', problem, token)).status).toBe(500);

  await expect.poll(output).toContain('"url":"/api/users/user-1/problems","status":500');
  const text = output();
  for (const url of ['/api/auth/login', '/reset-password', '/postbacks/nowhere', '/api/cron/smart-poll'])
    expect(text).toContain(`"url":"${url}"`);
  expect(text).toContain('relation \\"problems\\" does not exist');
  for (const secret of [...Object.values(SECRETS), token, TOKEN]) expect(text).not.toContain(secret);
  // Times and ids may contain the six digits, so only the code as a separate number counts.
  expect(text).not.toMatch(new RegExp(`(?<![0-9A-Za-z-])${otp}(?![0-9A-Za-z-])`));
  expect(text).not.toContain('?');
  await mail.close();
});

test('redacts a field named like a secret, in any log line', async () => {
  const logger = new URL('../../src/platform/logger/index.ts', import.meta.url);
  const program = `
    const { createLogger } = await import(${JSON.stringify(logger.href)});
    const fields = { password: 'S-1', newPassword: 'S-2', otp: 'S-3', token: 'S-4', apiKey: 'S-5', bulkpeApiKey: 'S-6', name: 'Asha' };
    createLogger('info').info({ req: { headers: { authorization: 'S-7', cookie: 'S-8', accept: 'all' } }, body: fields }, 'line');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  expect(stdout).toContain('"name":"Asha"');
  expect(stdout).toContain('"accept":"all"');
  expect(stdout.match(/\[redacted\]/g)).toHaveLength(8);
  expect(stdout).not.toContain('S-');
});
