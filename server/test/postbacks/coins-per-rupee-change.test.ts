import { expect, test } from 'vitest';
import { event } from '#test/builders/events.ts';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { inTurn } from '#test/hold-lock.ts';
import { commandHere } from '#test/operator-commands.ts';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp();

test('a change of COINS_PER_RUPEE waits for the postbacks that are being paid at the previous value', async () => {
  const offerId = await app.createOffer({ events: [event('install', 100)] });
  const { uid, clickId } = await app.newVisit(offerId);
  const wallet = 'select from wallets w join users u on u.id = w.user_id where u.uid = $1 for update of w';
  const [sent, changed] = await inTurn<object>(
    app.database,
    [wallet, [uid]],
    [
      () => app.send(offerId, 'install', { click_id: clickId }),
      () =>
        commandHere('change-coins-per-rupee', ['10', '--confirm'], {
          DATABASE_URL: app.database.pool.options.connectionString,
        }),
    ],
    async () => expect(await app.rows('select coins_per_rupee from books')).toEqual([{ coinsPerRupee: 1 }]),
  );
  expect(sent).toMatchObject({ status: 200 });
  expect(changed).toMatchObject({ code: 0 });
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
