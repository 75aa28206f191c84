// covers 000-2.18
import { describe, expect, test } from 'vitest';
import type { Attention, DayStats } from '@muneem/contract/stats';
import { foldSums } from '#features/conversion-reports/index.ts';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { buildUser, holdCoins } from '#test/builders/users.ts';
import { createTestApp } from '#test/test-app.ts';
import { offerCalls } from '../offers/offer-calls.ts';

const app = await createTestApp({}, { now: '2026-11-20T12:20:00Z' });
const session = await openAdminSession(app);

interface Answer {
  readonly days: readonly DayStats[];
  readonly attention: Attention;
}
const stats = async (): Promise<Answer> => (await app.call('GET', '/api/stats')).body;

const change = (day: number, status: string, conversions: number, paise: number) =>
  app.database.execute(sql`
    insert into conversion_changes (day, offer_id, event_key, source, status, conversions, total_payout_paise, coins)
    values (${day}, 'o', 'install', 'postback', ${status}, ${conversions}, ${paise}, 0)`);

describe('the 30 days of the dashboard', () => {
  test('count only approved conversions, include every day, and show every change at once', async () => {
    await change(20261119, 'approved', 3, 2_000);
    await change(20261120, 'approved', 1, 500);
    await change(20261120, 'rejected', 9, 9_000);
    await change(20261022, 'approved', 7, 700);
    await change(20261021, 'approved', 99, 9_900);
    await foldSums(app);
    await change(20261022, 'approved', -1, -100);
    await change(20261120, 'approved', 5, 100);
    const { days } = await stats();
    expect(days).toHaveLength(30);
    expect(days[0]).toMatchObject({ day: '2026-10-22', conversions: 6, payout: 6 });
    expect(days[1]).toMatchObject({ day: '2026-10-23', conversions: 0, payout: 0 });
    expect(days.slice(-2)).toMatchObject([
      { day: '2026-11-19', conversions: 3, payout: 20 },
      { day: '2026-11-20', conversions: 6, payout: 6 },
    ]);
  });

  test('move on at midnight in Asia/Kolkata', async () => {
    app.clock.set('2026-11-20T18:29:59Z');
    expect((await stats()).days.at(-1)?.day).toBe('2026-11-20');
    app.clock.set('2026-11-20T18:30:00Z');
    const { days } = await stats();
    expect([days[0]?.day, days.at(-1)]).toMatchObject(['2026-10-23', { day: '2026-11-21', conversions: 0, payout: 0 }]);
  });
});

describe('the attention list', () => {
  test('is empty when nothing waits', async () => {
    expect((await stats()).attention).toEqual({
      pendingWithdrawals: { count: 0, amount: 0 },
      failedPayouts: { count: 0, amount: 0 },
      stuckPayouts: { count: 0, amount: 0 },
      payoutDifferences: { open: 0, paidTwice: 0 },
      pendingClaims: 0,
      openProblems: 0,
      failingPostbacks: { total: 0, worst: [] },
      owedReversals: { count: 0, coins: 0 },
      contradictions: 0,
      unknownUsers: { total: 0, worst: [] },
      claimReversals: { count: 0, coins: 0 },
      ledgerBreach: null,
      losingOffers: { total: 0, worst: [] },
    });
  });

  test('counts waiting withdrawals, stuck payouts, claims and problems', async () => {
    const { createOffer } = offerCalls(app, session);
    const user = await buildUser(app, { coins: 500 });
    const offer = await createOffer();
    const hold = await holdCoins(app, user.id, 200);
    await app.database.execute(sql`
      insert into withdrawals (id, created_at, user_id, user_uid, coins, amount_paise, method, upi_id, hold_journal_id)
      values ('wdr_1', now(), ${user.id}, ${user.uid}, 100, 10050, 'upi', 'a@b', ${hold}),
             ('wdr_2', now(), ${user.id}, ${user.uid}, 100, 10000, 'upi', 'a@b', ${hold}),
             ('wdr_8', now(), ${user.id}, ${user.uid}, 50, 5000, 'upi', 'a@b', ${hold}),
             ('wdr_9', now(), ${user.id}, ${user.uid}, 70, 7025, 'upi', 'a@b', ${hold})`);
    await app.database.execute(sql`
      insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name, upi_id,
        status, sending_at, needs_attention, created_at, next_call_at)
      values ('pay_1', 'wdr_9', 1, 'ref-1', 'bulkpe', 7025, 'UPI', 'A', 'a@b', 'unknown', now(), true, now(), now()),
             ('pay_2', 'wdr_8', 1, 'ref-2', 'bulkpe', 5000, 'UPI', 'A', 'a@b', 'unknown', now(), false, now(), now()),
             ('pay_3', 'wdr_7', 1, 'ref-3', 'bulkpe', 5000, 'UPI', 'A', 'a@b', 'paid', now(), true, now(), null)`);
    await app.database.execute(sql`
      update withdrawals w set status = 'processing', last_attempt_id = a.id from payout_attempts a
      where a.payable_id = w.id and w.id in ('wdr_8', 'wdr_9')`);
    await app.database.execute(sql`
      insert into payout_differences (id, provider, kind, reference_id, made_at, state, first_seen_at, last_seen_at, last_run_id)
      select 'dif_' || reference, 'bulkpe', kind, reference, now(), state, now(), now(), 'rec_1'
      from (values ('paid_twice', 'ref-4', 'open'), ('missing_at_ours', 'ref-5', 'open'), ('paid_twice', 'ref-6', 'resolved'))
        d (kind, reference, state)`);
    await app.database.execute(sql`
      insert into offer_claims (id, created_at, offer_id, offer_title, offer_type, coins, user_id, search_text)
      values ('clm_1', now(), ${offer._id}, 'T', 'regular', 5, ${user.id}, '')`);
    await app.database.execute(sql`
      insert into problems (id, user_id, title, description, type, status, created_at, updated_at, search_text)
      values ('prb_1', ${user.id}, 'T', 'D', 'other', 'open', now(), now(), ''),
             ('prb_2', ${user.id}, 'T', 'D', 'other', 'in_progress', now(), now(), '')`);
    expect((await stats()).attention).toMatchObject({
      pendingWithdrawals: { count: 2, amount: 200.5 },
      stuckPayouts: { count: 1, amount: 70.25 },
      payoutDifferences: { open: 2, paidTwice: 1 },
      pendingClaims: 1,
      openProblems: 1,
    });
    await app.database.execute(sql`update withdrawals set status = 'processing' where id = 'wdr_2'`);
    await app.database.execute(sql`update withdrawals set status = 'payment_failed' where id = 'wdr_2'`);
    expect((await stats()).attention).toMatchObject({
      pendingWithdrawals: { count: 1, amount: 100.5 },
      failedPayouts: { count: 1, amount: 100 },
    });
    // Payments and the button of Withdrawals show the same payments.
    expect((await app.call('GET', '/api/payouts/attention')).body).toMatchObject({
      total: 2,
      counts: { unknown: 1, payment_failed: 1, reversed: 0 },
    });
  });

  test('names active custom postbacks that keep failing, worst first', async () => {
    const { createOffer, call } = offerCalls(app, session);
    const [offer, gone] = [await createOffer({ title: 'Rummy' }), await createOffer()];
    const add = (id: string, offerId: string, status: string, failures: number) =>
      app.database.execute(sql`
        insert into custom_postbacks (id, offer_id, company_name, company_id, event_id, postback_url, status, failures_in_row)
        select ${id}, offer_id, ${`Company ${id}`}, 'c', id, 'https://t.example', ${status}, ${failures}
        from offer_events where offer_id = ${offerId} and position = 1`);
    await add('once', offer._id, 'active', 2);
    await add('often', offer._id, 'active', 3);
    await add('paused', offer._id, 'inactive', 20);
    await add('off', offer._id, 'inactive', 5);
    await add('archived', gone._id, 'active', 9);
    await call('DELETE', `/api/offers/${gone._id}`);
    const base = { offerId: offer._id, offerTitle: 'Rummy' };
    expect((await stats()).attention.failingPostbacks).toEqual({
      total: 2,
      worst: [
        { _id: 'paused', companyName: 'Company paused', failuresInRow: 20, isPaused: true, ...base },
        { _id: 'often', companyName: 'Company often', failuresInRow: 3, isPaused: false, ...base },
      ],
    });
  });

  test('reports that the books do not balance, and since when', async () => {
    await app.database.execute(sql`
      insert into ledger_checks (checked_at, breached_at, breaches) values (now(), '2026-11-20T10:00:00Z', '[{}, {}]')`);
    expect((await stats()).attention.ledgerBreach).toEqual({ since: '2026-11-20T10:00:00.000Z', breaches: 2 });
  });
});
