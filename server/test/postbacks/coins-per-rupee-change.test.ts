import { afterAll, expect, test } from 'vitest';
import { event } from '#test/builders/events.ts';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { countLockWaits } from '#test/lock-waits.ts';
import { commandHere } from '#test/operator-commands.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp();
afterAll(() => app.close());

test('a change of COINS_PER_RUPEE waits for the postbacks that are being paid at the previous value', async () => {
  const offerId = await app.createOffer({ events: [event('install', 100)] });
  const uid = await app.newUser();
  const clickId = await app.click(offerId, uid);
  const client = await app.database.pool.connect();
  await client.query('begin');
  await client.query('select from wallets w join users u on u.id = w.user_id where u.uid = $1 for update of w', [uid]);
  const sent = app.send(offerId, 'install', { click_id: clickId });
  await expect.poll(() => countLockWaits(app.database)).toBe(1);
  const changed = commandHere('change-coins-per-rupee', ['10', '--confirm'], {
    DATABASE_URL: app.database.pool.options.connectionString,
  });
  await expect.poll(() => countLockWaits(app.database)).toBe(2);
  expect(await app.rows('select coins_per_rupee from books')).toEqual([{ coinsPerRupee: 1 }]);
  await client.query('commit');
  client.release();
  expect((await sent).status).toBe(200);
  expect(await changed).toMatchObject({ code: 0 });
  const [credit] = await app.rows<{ isBefore: boolean; amount: number }>(
    `select p.amount, j.created_at <= b.since as is_before from books b, journals j join postings p on p.journal_id = j.id
     where j.key like $1 and p.account = 'wallet'`,
    [`${clickId}:%`],
  );
  expect(credit).toEqual({ amount: 100, isBefore: true });
  const late = await app.click(offerId, uid);
  expect((await app.send(offerId, 'install', { click_id: late })).status).toBe(503);
  expect(await app.balance(uid)).toBe(100);
  expect(await breachesOf(app)).toEqual([]);
});
