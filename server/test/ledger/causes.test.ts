import { expect, it } from 'vitest';
import { createLedgerChecker } from '#features/ledger/check-ledger.ts';
import { checkLedger, postCreditsLater, postJournals } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { coins } from '@muneem/contract/money';
import { sql, transaction, type Sql } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { startClaimApp } from '#test/offer-claims/claim-app.ts';

/**
 * Posts one journal of each cause: events, a referral, a reversal, a claim, a manual payment, a hold and a deletion.
 */
const books = await startClaimApp();
const { app } = books;
const referralCode = `R${crypto.randomUUID().slice(0, 8)}`;
const referrer = await app.newUser({ referralCode });
const offerId = await app.createOffer({ coins: 250 });
const uid = await app.newUser({ usedReferralCode: referralCode });
const clickId = await app.click(offerId, uid);
const visit = { offerId, uid, clickId };
await books.send(visit, 'install');
await books.send(visit, 'deposit');
await books.send(visit, 'deposit', { reversed: '1' });
await books.withdraw(uid, 50);
const claimed = await books.visit();
expect((await books.approve(await books.claim(claimed))).status).toBe(200);
const paid = await books.visit();
expect((await books.call('POST', '/api/mark-click-paid', { clickId: paid.clickId })).status).toBe(200);
const gone = await books.visit();
await books.send(gone, 'install');
expect((await app.call('DELETE', `/api/users/${gone.uid}`)).status).toBe(200);
expect(await app.balance(referrer)).toBe(25);

/** Returns the breaches after one manual change, which is rolled back. */
async function tampered(change: Sql): Promise<string[]> {
  const undo = new Error('undo');
  let messages: string[] = [];
  await transaction(books.app.database, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(change);
    const rows = await tx.query<{ message: string }>(
      sql`select message from journals_without_cause union all select message from causes_without_journal`,
    );
    messages = rows.map(({ message }) => message);
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return messages;
}

it('finds the cause of each journal', async () => {
  const { app } = books;
  const scopes = await app.database.query<{ scope: string }>(sql`select distinct scope from journals order by scope`);
  expect(scopes.map(({ scope }) => scope)).toEqual([
    'offer-claim',
    'referral',
    'reversal',
    'reward',
    'user-deletion',
    'withdrawal-hold',
  ]);
  expect(await tampered(sql`select`)).toEqual([]);
});

const journal = (scope: string): Sql => sql`(select min(id) from journals where scope = ${scope})`;

it.each([
  ['a conversion that was deleted', sql`delete from conversions where reward_coins = 100`, [/its conversion does not/]],
  [
    'a conversion with a higher amount',
    sql`update conversions set reward_coins = 150 where reward_coins = 100`,
    [/says 150 for/],
  ],
  ['a conversion of another user', sql`update conversions set user_id = 1 where reward_coins > 0`, [/for user 1$/]],
  ['a reward that was deleted', sql`delete from journals where id = ${journal('reward')}`, [/100 reward and 25 /]],
  ['a referral that was deleted', sql`delete from journals where id = ${journal('referral')}`, [/100 reward and 25 /]],
  [
    'a conversion that was counted twice',
    sql`insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_id, event_name, event_key, user_id, source, status, reward_coins)
      select id || 'x', created_at, click_id, click_created_at, offer_id, offer_title, event_id, event_name, event_key, user_id, source, status, reward_coins
      from conversions where reward_coins = 100`,
    [/but no journal of them/],
  ],
  ['a claim that was deleted', sql`delete from offer_claims`, [/offer-claim .*its approved claim does not exist/]],
  ['a claim with a higher amount', sql`update offer_claims set credited_coins = 251, coins = 251`, [/claim says 251/]],
  [
    'a claim without its journal',
    sql`delete from journals where scope = 'offer-claim'`,
    [/approved claim .*no journal/],
  ],
  [
    'a collected reversal marked as outstanding',
    sql`update reversed_credits set status = 'owed', settled_at = null`,
    [/reversal .*not ex/],
  ],
  ['a reversal without its journal', sql`delete from journals where scope = 'reversal'`, [/taken, but no journal/]],
  ['a manual payment that was deleted', sql`delete from manual_payments`, [/manual payment, but no payment names it/]],
  [
    'a manual payment with another amount',
    sql`update manual_payments set reward_coins = 1`,
    [/1 coins, its conversion says 250/],
  ],
  ['a deletion that was undone', sql`update users set deleted_at = null`, [/user-deletion .*no deleted user/]],
  [
    'a withdrawal with a higher amount',
    sql`update withdrawals set coins = 51`,
    [/hold 50 coins .*pending and says 51/],
  ],
  ['a withdrawal that was deleted', sql`delete from withdrawals`, [/its withdrawal does not exist/]],
  ['a withdrawal without a hold', sql`delete from journals where scope = 'withdrawal-hold'`, [/were never held/]],
  [
    'a rejected withdrawal without a release',
    sql`update withdrawals set status = 'rejected'`,
    [/its coins are still held/],
  ],
  [
    'a completed withdrawal without a settlement',
    sql`update withdrawals set status = 'completed'`,
    [/its coins are still held/],
  ],
])('reports %s', async (_, change, expected) => {
  const messages = await tampered(change);
  for (const message of expected) expect(messages).toContainEqual(expect.stringMatching(message));
});

it('stops payouts at the next check after coins are posted without a conversion', async () => {
  const { app } = books;
  const { database, clock } = app;
  const checker = createLedgerChecker({ database, clock, openHolds, logger: createLogger('silent') });
  expect((await checker.check()).breaches).toEqual([]);
  const uid = await app.newUser();
  const [user] = await database.query<{ id: number }>(sql`select id from users where uid = ${uid}`);
  const userId = user?.id as number;
  const actor = { kind: 'system', id: 'postbacks', name: 'Postback' } as const;
  const key = `${clickId}:forged`;
  await transaction(database, async (tx) =>
    postCreditsLater(tx, [{ kind: 'reward', key, actor, userId, amount: coins(1_000_000) }]),
  );
  const [forged] = await database.query<{ id: number }>(sql`select id from journals where key = ${key}`);
  const message = `journal ${forged?.id} (reward ${key}): 1000000 coins for user ${userId}, its conversion does not exist`;
  expect(await checker.check()).toMatchObject({ full: true, breaches: [{ rule: 'journal_has_cause', message }] });
  await transaction(database, (tx) =>
    postJournals(tx, [
      {
        scope: 'bonus',
        key: 'b',
        kind: 'reward',
        actor,
        postings: [
          { account: 'rewards_issue', userId: null, amount: coins(-5) },
          { account: 'wallet', userId, amount: coins(5) },
        ],
      },
    ]),
  );
  const { breaches } = await checkLedger(database, { clock, openHolds });
  expect(breaches).toHaveLength(2);
  expect(breaches[1]?.message).toMatch(/\(bonus b\): 5 coins for user \d+ without a known cause$/);
  // Explains both breaches, so that the books of this file balance at its end.
  await database.execute(
    sql`insert into ledger_corrections select id, 'A test', now() from journals where key in (${key}, 'b')`,
  );
  expect((await checker.check()).breaches).toEqual([]);
});
