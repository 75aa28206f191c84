import { beforeEach, describe, expect, it } from 'vitest';
import { checkLedger, createLedgerChecker, type LedgerChecker } from '#features/ledger/check-ledger.ts';
import { isPayoutStopped } from '#features/ledger/index.ts';
import { ledgerMail } from '#features/ledger/ledger.module.ts';
import { systemClock } from '#platform/clock/index.ts';
import { sql, type Sql } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createLedgerFixture, hold, release, reward } from './ledger-fixture.ts';
import { holdLock } from '#test/hold-lock.ts';
import { withoutTriggers } from '#test/without-triggers.ts';

const ledger = await createLedgerFixture(4, { founded: true });
beforeEach(async () => {
  await withoutTriggers(ledger.database, sql`truncate wallets, journals, postings, ledger_checks, audit_log`);
  await ledger.open(1, 2, 3);
  for (let n = 0; n < 10; n += 1) await ledger.postOne(reward(`r${n}`, 1 + (n % 3), 10));
  await ledger.postOne(hold('h', 1, 15));
});

const rules = (report: { breaches: readonly { rule: string }[] }): string[] => [
  ...new Set(report.breaches.map((breach) => breach.rule)),
];
const check = (openHolds?: Sql) => checkLedger(ledger.database, { clock: systemClock, openHolds });
const mails: string[] = [];
const createChecker = (): LedgerChecker =>
  createLedgerChecker({
    onChange: (report) => mails.push(ledgerMail(report, { to: 'admin@example.com', systemName: 'Muneem' }).text),
    database: ledger.database,
    clock: systemClock,
    logger: createLogger('silent'),
  });

it('finds nothing in a balanced ledger and reports the totals of each account', async () => {
  const report = await check();
  expect(report).toMatchObject({ full: true, wallets: 3, breaches: [] });
  expect(report.totals).toEqual({
    wallet: { coins: 85, postings: 11 },
    withdrawal_hold: { coins: 15, postings: 1 },
    rewards_issue: { coins: -100, postings: 10 },
    paid_out: { coins: 0, postings: 0 },
    forfeited: { coins: 0, postings: 0 },
  });
  expect(await isPayoutStopped(ledger.database)).toBe(false);
});

it('finds nothing in an empty ledger', async () => {
  await withoutTriggers(ledger.database, sql`truncate wallets, journals, postings`);
  expect(await check()).toMatchObject({ wallets: 0, newestJournal: 0, breaches: [] });
});

describe('a full check', () => {
  it.each([
    [
      'a balance edited by hand',
      ['wallet_balance', 'wallet_totals'],
      sql`update wallets set balance = balance + 1 where user_id = 2`,
    ],
    [
      'coins moved by hand from one wallet to another',
      ['wallet_balance'],
      sql`update wallets set balance = balance + case user_id when 1 then -1 else 1 end where user_id < 3`,
    ],
    [
      'an amount edited by hand',
      ['journal_balances', 'wallet_chain', 'wallet_totals'],
      sql`update postings set amount = amount + 1 where account = 'wallet' and user_id = 2 and sequence = 2`,
    ],
    [
      'a posting that was deleted',
      ['journal_balances', 'wallet_chain', 'wallet_totals'],
      sql`delete from postings where account = 'wallet' and user_id = 2 and sequence = 2`,
    ],
    ['a journal that was deleted', ['journal_whole'], sql`delete from journals where key = 'r4'`],
    [
      'a journal without postings',
      ['journal_whole', 'wallet_chain', 'wallet_totals'],
      sql`delete from postings where journal_id = (select id from journals where key = 'r9')`,
    ],
    ['a wallet that was deleted', ['wallet_balance', 'wallet_totals'], sql`delete from wallets where user_id = 3`],
    [
      'a hold below 0',
      ['account_sign'],
      sql`update postings set amount = case when amount = 15 then -15 else amount + 30 end where journal_id = (select id from journals where key = 'h')`,
    ],
  ])('reports %s', async (_, expected, statement) => {
    await withoutTriggers(ledger.database, statement);
    expect(rules(await check())).toEqual(expect.arrayContaining(expected));
    expect(await isPayoutStopped(ledger.database)).toBe(true);
  });

  it('compares held coins with the holds of open withdrawals', async () => {
    expect((await check(sql`select 1::bigint as user_id, 15::bigint as coins`)).breaches).toEqual([]);
    expect((await check(sql`select 1::bigint as user_id, 14::bigint as coins`)).breaches).toEqual([
      { rule: 'holds_match_withdrawals', message: 'user 1: 15 coins held, 14 in open withdrawals' },
    ]);
    expect(rules(await check(sql`select 2::bigint as user_id, 15::bigint as coins`))).toEqual([
      'holds_match_withdrawals',
    ]);
  });
});

it('lifts no stop of a breach that a slower check did not see', async () => {
  await check();
  const { release } = await holdLock(ledger.database, 'lock table wallets');
  const slow = check();
  await ledger.database.execute(sql`update ledger_checks set checked_at = now(), breached_at = now()`);
  await release();
  expect((await slow).breaches).toEqual([]);
  expect(await isPayoutStopped(ledger.database)).toBe(true);
});

describe('the check of every minute', () => {
  it('checks only new journals after the first full check', async () => {
    const checker = createChecker();
    expect(await checker.check()).toMatchObject({ full: true, breaches: [] });
    for (let n = 0; n < 3; n += 1) {
      await ledger.postOne(reward(`later-${n}`, 2, 5));
      expect(await checker.check()).toMatchObject({
        full: false,
        breaches: [],
        totals: { wallet: { coins: 85 + 5 * (n + 1) } },
      });
    }
  });

  it('handles journals that are written while it reads', async () => {
    const checker = createChecker();
    await checker.check();
    const { client } = await holdLock(ledger.database, 'select pg_current_xact_id()');
    await ledger.postOne(reward('beside', 3, 5));
    expect(await checker.check()).toMatchObject({ full: false, breaches: [] });
    expect(await checker.check()).toMatchObject({ full: false, breaches: [] });
    await client.query('rollback');
    await ledger.postOne(reward('after', 3, 5));
    expect(await checker.check()).toMatchObject({
      full: false,
      breaches: [],
      totals: { wallet: { coins: 95, postings: 13 } },
    });
  });

  it('finds an edited balance in an old wallet, stops payouts on every server, audits it and alerts once', async () => {
    const checker = createChecker();
    await checker.check();
    await checker.check();
    await withoutTriggers(ledger.database, sql`update wallets set balance = balance + 1 where user_id = 3`);
    const report = await checker.check();
    expect(report.full).toBe(true);
    expect(rules(report)).toEqual(expect.arrayContaining(['wallet_balance', 'wallet_totals']));
    expect(await isPayoutStopped(ledger.database)).toBe(true);

    await checker.check();
    await withoutTriggers(ledger.database, sql`update wallets set balance = balance - 1 where user_id = 3`);
    expect((await checker.check()).breaches).toEqual([]);
    expect(await isPayoutStopped(ledger.database)).toBe(false);
    const audit = await ledger.database.query<{ action: string }>(
      sql`select action from audit_log where entity_type = 'ledger' order by id`,
    );
    expect(audit.map((row) => row.action)).toEqual(['payouts.stop', 'payouts.resume']);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain('wallet of user 3: 31 coins after 3 entries, its entries say 30 after 3');
    expect(mails[1]).toContain('Payouts run again');
  });

  it('raises no false alarm while wallets move at full speed', async () => {
    const checker = createChecker();
    const ids: number[] = [];
    const traffic = (async () => {
      for (let n = 0; n < 40; n += 1) {
        const posted = await ledger.post(
          ...[1, 2, 3, 1].map((user, i) => reward(`t${n}-${i}`, user, 3)),
          hold(`t${n}`, 1, 4),
        );
        ids.push(posted[4]?.journalId as number);
        if (n % 2) await ledger.postOne(release(`t${n}`, ids[n] as number, 1, 4));
      }
    })();
    for (let n = 0; n < 10; n += 1) expect((await checker.check()).breaches).toEqual([]);
    await traffic;
    expect((await checker.check()).breaches).toEqual([]);
  });
});
