import { describe, expect, it } from 'vitest';
import { raw, sql, transaction, type Sql } from '#platform/database/index.ts';
import { createLedgerFixture, hold, reward } from './ledger-fixture.ts';

/** Statements that the database refuses from any code and any role. */
const ledger = await createLedgerFixture(2);
await ledger.open(1, 2);
const journalId = (await ledger.postOne(reward('first', 1, 50))).journalId;
const holdId = (await ledger.postOne(hold('first', 1, 10))).journalId;
// Copying a database does not copy its privileges. A repeated grant changes nothing.
const [server] = await ledger.serverDatabase.query<{ role: string }>(sql`select current_user as role`);
await ledger.database.execute(sql`select grant_server_role(${server?.role})`);

/** Runs statements and rolls them back. @returns their outcome */
async function run(...statements: Sql[]): Promise<unknown> {
  const undo = new Error('undo');
  try {
    await transaction(ledger.database, async (tx) => {
      for (const statement of statements) await tx.execute(statement);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return 'accepted';
}

const journal = (columns = 'scope, key, kind', values = `'t', 't', 'reward'`): string =>
  `with j as (insert into journals (${columns}, request_hash, actor_kind, actor_id, actor_name)
   values (${values}, gen_random_uuid(), 'system', 't', 't') returning id)
   insert into postings (journal_id, line, account, user_id, amount, balance_after, sequence) `;
const line = (
  number: number,
  account: string,
  user: number | null,
  amount: number,
  after: number | null = null,
  sequence: number | null = null,
): string =>
  `select id, ${number}, '${account}'::ledger_account, ${user}::bigint, ${amount}, ${after}::bigint, ${sequence}::bigint from j`;

describe('append-only tables', () => {
  it.each([
    'update journals set reason = $$x$$',
    'delete from journals',
    'truncate journals cascade',
    'update postings set amount = amount * 2',
    'delete from postings',
    'truncate postings',
    'delete from wallets',
    'truncate wallets',
  ])('refuse: %s', async (statement) => {
    await expect(run(sql`${raw(statement)}`)).rejects.toMatchObject({ code: '23001' });
  });
});

/** Tables in which the server may insert but not update. From those below it may not delete either. */
const APPEND_ONLY = [
  'audit_log',
  'conversion_reversals',
  'journals',
  'ledger_corrections',
  'legal_transitions',
  'manual_payments',
  'postback_replays',
  'postings',
  'schema_code',
  'schema_migrations',
  'wallets',
];
const KEPT = [
  'claim_reversals',
  'contradictions',
  'offer_claims',
  'payout_attempts',
  'reversed_credits',
  'withdrawals',
];

describe("the server's role", () => {
  const privileged = async (privilege: string): Promise<string[]> =>
    (
      await ledger.serverDatabase.query<{ name: string }>(sql`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and not has_table_privilege(oid, ${privilege}) order by relname`)
    ).map(({ name }) => name);

  it('cannot update or delete rows of the ledger and audit log, and cannot truncate any table', async () => {
    expect(await privileged('update')).toEqual(APPEND_ONLY);
    expect(await privileged('delete')).toEqual([...APPEND_ONLY, ...KEPT].sort());
    expect(
      await ledger.serverDatabase.query(sql`
      select relname from pg_class where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)
        and relkind in ('r', 'p') and has_table_privilege(oid, 'truncate, trigger, references')`),
    ).toEqual([]);
  });

  it.each([
    'update journals set reason = $$x$$',
    'delete from postings',
    'truncate audit_log',
    'update wallets set balance = 1000000 where user_id = 1',
    'insert into wallets (user_id, balance) values (77, 5)',
    'insert into ledger_corrections values (1, $$x$$, now())',
    'insert into legal_transitions values ($$withdrawals$$, $$completed$$, $$pending$$)',
    'alter table wallets disable trigger user',
    'set session_replication_role = replica',
    'create table public.mine ()',
    'create temporary table mine ()',
    'create function public.mine() returns int language sql as $$select 1$$',
    'drop function check_new_postings() cascade',
  ])('is denied: %s', async (statement) => {
    await expect(ledger.serverDatabase.execute(sql`${raw(statement)}`)).rejects.toMatchObject({ code: '42501' });
  });

  it('is no superuser, owns nothing, and creates partitions only through one function', async () => {
    const [role] = await ledger.serverDatabase.query(sql`
      select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
        exists (select from pg_class where relowner = r.oid) or exists (select from pg_proc where proowner = r.oid) as owns
      from pg_roles r where rolname = current_user`);
    expect(new Set(Object.values(role ?? {}))).toEqual(new Set([false]));
    await ledger.serverDatabase.query(sql`select ensure_monthly_partitions('clicks', '2041-01-01'::date, 1, 80)`);
    expect(
      await ledger.database.query(sql`
      select reloptions::text as options, pg_get_userbyid(relowner) <> ${await roleName()} as foreign
      from pg_class where relname = 'clicks_y2041m01'`),
    ).toEqual([{ options: '{fillfactor=80}', foreign: true }]);
  });

  const roleName = async (): Promise<string> =>
    String((await ledger.serverDatabase.query<{ me: string }>(sql`select current_user as me`))[0]?.me);
});

describe('a wallet', () => {
  it('rejects a balance that is set directly', async () => {
    await expect(run(sql`update wallets set balance = 1000000 where user_id = 1`)).rejects.toMatchObject({
      constraint: 'wallet_moves_with_posting',
    });
  });
  it('rejects a balance below 0', async () => {
    await expect(run(sql`update wallets set balance = -1 where user_id = 1`)).rejects.toMatchObject({
      constraint: 'wallet_not_negative',
    });
  });
  it('must be opened empty', async () => {
    await expect(run(sql`insert into wallets (user_id, balance) values (77, 5)`)).rejects.toMatchObject({
      constraint: 'wallet_opens_empty',
    });
  });
});

describe('a journal', () => {
  it('moves the wallets that its postings name', async () => {
    const credit = sql`${raw(journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(2, 'wallet', 2, 5, 5, 1))}`;
    const stands = sql`select 1 / (balance = 5 and sequence = 1)::int from wallets where user_id = 2`;
    expect(await run(credit, stands)).toBe('accepted');
  });

  it('is accepted when it is complete and balanced', async () => {
    expect(
      await run(
        sql`${raw(journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(2, 'paid_out', null, 5))}`,
      ),
    ).toBe('accepted');
  });

  it.each([
    [
      'does not balance',
      'journal_balances',
      journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(2, 'paid_out', null, 4),
    ],
    ['has one posting', 'journal_balances', journal() + line(1, 'rewards_issue', null, -5)],
    [
      'skips a line number',
      'journal_balances',
      journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(3, 'paid_out', null, 5),
    ],
    ['has no postings', 'journal_has_postings', journal() + line(1, 'rewards_issue', null, -5) + ' where false'],
    [
      'records a wrong wallet balance',
      'wallet_follows_postings',
      journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(2, 'wallet', 2, 5, 6, 1),
    ],
    [
      'leaves a gap in the entries of a wallet',
      'wallet_follows_postings',
      journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(2, 'wallet', 2, 5, 5, 2),
    ],
    [
      'has two inconsistent entries of one wallet',
      'wallet_follows_postings',
      journal() +
        line(1, 'rewards_issue', null, -5) +
        ' union all ' +
        line(2, 'wallet', 2, 2, 5, 1) +
        ' union all ' +
        line(3, 'wallet', 2, 3, 5, 2),
    ],
    [
      'names a wallet that is not open',
      'wallet_follows_postings',
      journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(2, 'wallet', 77, 5, 5, 1),
    ],
    [
      'records no balance for a wallet entry',
      'posting_of_a_wallet',
      journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(2, 'wallet', 2, 5),
    ],
    [
      'has a hold without an owner',
      'posting_of_a_user',
      journal() + line(1, 'rewards_issue', null, -5) + ' union all ' + line(2, 'withdrawal_hold', null, 5),
    ],
    [
      'is a release without a hold',
      'journal_names_its_cause',
      journal('scope, key, kind', `'t', 't', 'release'`) +
        line(1, 'rewards_issue', null, -5) +
        ' union all ' +
        line(2, 'paid_out', null, 5),
    ],
  ])('is rejected if it %s', async (_, constraint, statement) => {
    await expect(run(sql`${raw(statement)}`)).rejects.toMatchObject({ constraint });
  });

  it('accepts no posting after it was written', async () => {
    const later = sql`insert into postings (journal_id, line, account, amount) values
      (${journalId}, 3, 'rewards_issue', -5), (${journalId}, 4, 'paid_out', 5)`;
    await expect(run(later)).rejects.toMatchObject({ constraint: 'journal_balances' });
  });

  it('must exist before it is undone', async () => {
    const settle =
      journal('scope, key, kind, reverses', `'t', 't', 'settle', ${holdId + 1_000_000}`) +
      line(1, 'withdrawal_hold', 1, -10) +
      ' union all ' +
      line(2, 'paid_out', null, 10);
    await expect(run(sql`${raw(settle)}`)).rejects.toMatchObject({ constraint: 'journal_comes_after_its_cause' });
  });

  it('must exist before its postings', async () => {
    const orphan = sql`insert into postings (journal_id, line, account, amount) values (999999, 1, 'rewards_issue', -5), (999999, 2, 'paid_out', 5)`;
    await expect(run(orphan)).rejects.toMatchObject({ constraint: 'posting_has_journal' });
  });
});
