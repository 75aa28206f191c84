import type { SetUpState } from '@muneem/contract/set-up';
import { afterAll, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { startPayoutProvider } from '@muneem/sandbox/payout-provider';
import { freePort } from '@muneem/sandbox/web-kit';
import { openAdminSession } from '#test/admin-session.ts';
import { startMailServer } from '#test/auth/mail-server.ts';
import { sandboxSettings } from '#test/payouts/test-provider.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';
import { setPayoutKey } from '#test/withdrawals/withdrawal-app.ts';

const KEY = 'bulkpe-key-1234';
const mail = await startMailServer();
const provider = await startPayoutProvider({ apiKey: KEY });
const port = await freePort();
const app = await createTestApp({
  ...sandboxSettings(provider.url),
  SMTP_URL: mail.url,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  BACKUP_DIR: '/var/backups/muneem',
});
const empty = await createTestApp({ PLATFORM_API_KEY: '' });
afterAll(() => provider.close());

const stateOf = async ({ call }: TestApp): Promise<SetUpState | undefined> =>
  (await call('GET', '/api/stats')).body.setUp;
const openSteps = async (of: TestApp) =>
  (await stateOf(of))?.steps.flatMap(({ step, isDone }) => (isDone ? [] : [step]));

test('lists every step of an empty installation', async () => {
  expect(await openSteps(empty)).toEqual([
    'payout_key',
    'mail',
    'public_address',
    'app_key',
    'first_offer',
    'first_postback',
    'backup',
    'second_admin',
  ]);
  const { problems } = (await empty.call('GET', '/api/set-up/tests')).body;
  expect(problems).toEqual([{ step: 'public_address', problem: 'Only this machine reaches the current one.' }]);
});

test('a step is done once it is true, and the list ends with the last one', async () => {
  expect(await openSteps(app)).toEqual([
    'payout_key',
    'public_address',
    'first_offer',
    'first_postback',
    'second_admin',
  ]);
  await setPayoutKey(app, 'bulkpe-key-9999');
  const failed = (await app.call('GET', '/api/set-up/tests')).body.problems;
  expect(failed.map(({ step }: { step: string }) => step)).toEqual(['payout_key', 'public_address']);
  expect(await openSteps(app)).toContain('payout_key');

  await setPayoutKey(app, KEY);
  await app.http.fastify.listen({ host: '127.0.0.1', port });
  expect((await app.call('GET', '/api/set-up/tests')).body.problems).toEqual([]);
  expect(await openSteps(app)).toEqual(['first_offer', 'first_postback', 'second_admin']);

  const platform = platformClient(app);
  const offerId = await platform.createOffer();
  expect((await stateOf(app))?.offerId).toBe(offerId);
  expect(await openSteps(app)).toContain('first_offer');
  const { clickId, redirectUrl } = (await platform.post('clicks', { offerId })).body;
  await fetch(redirectUrl, { redirect: 'manual' });
  await expect.poll(() => openSteps(app)).toEqual(['first_postback', 'second_admin']);
  const { postbackUrls } = (await app.call('GET', `/api/offers/${offerId}/postback-urls`)).body;
  await fetch(postbackUrls.install.url.replace('{click_id}', clickId));
  await expect.poll(() => openSteps(app)).toEqual(['second_admin']);
  await openAdminSession(app, 'second@example.com');
  expect(await stateOf(app)).toBeUndefined();
});

test('dismisses the list for every administrator, and audits it once', async () => {
  for (let times = 0; times < 2; times += 1) expect((await empty.call('POST', '/api/set-up/dismiss')).status).toBe(200);
  expect(await stateOf(empty)).toBeUndefined();
  const audit = await empty.database.query(
    sql`select actor_kind, entity_type from audit_log where action = 'settings.dismiss-set-up'`,
  );
  expect(audit).toEqual([{ actorKind: 'admin', entityType: 'settings' }]);
});
