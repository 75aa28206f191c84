import { expect, it } from 'vitest';
import { postJournals } from '#features/ledger/index.ts';
import { sql, transaction } from '#platform/database/index.ts';
import { command, commandHere, type Ended } from '#test/operator-commands.ts';
import { createLedgerFixture, hold, release, reward } from './ledger-fixture.ts';

const ledger = await createLedgerFixture(2, { founded: true });
await ledger.open(1, 2);
const posted = await ledger.post(reward('a', 1, 100_000), reward('b', 2, 50), hold('c', 1, 40));
await ledger.postOne(release('c', posted[2]?.journalId as number, 1, 40));

const environment = () => ({ DATABASE_URL: ledger.serverUrl, DATABASE_OWNER_URL: ledger.ownerUrl });
const verify = (settings: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  commandHere('verify-ledger', [], { ...environment(), ...settings });
const correct = (...args: string[]): Promise<Ended> => commandHere('correct-journal', args, environment());

it('prints the totals and exits with 0 when the books balance', async () => {
  const { code, stdout } = await command('verify-ledger', [], environment());
  expect(code).toBe(0);
  expect(stdout).toContain('The ledger is correct. Payouts may run.');
  expect(stdout).toMatch(/Rewards issued\s+-1,00,050 coins\s+2 postings/);
  expect(stdout).toMatch(/Held for withdrawals\s+0 coins\s+2 postings/);
});

it('reports coins without a conversion until an operator corrects their journal', async () => {
  const forged = { ...reward('01J0000000000000000000CLCK:install', 1, 1_000_000), scope: 'reward' };
  const [posted] = await transaction(ledger.database, (tx) => postJournals(tx, [forged]));
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain(
    `journal ${posted?.journalId} (reward 01J0000000000000000000CLCK:install): 1000000 coins for user 1, its conversion does not exist`,
  );

  const journal = String(posted?.journalId);
  expect(await correct('1', 'A reason')).toMatchObject({
    code: 1,
    stderr: 'correct-journal: Journal 1 does not exist or has its cause.\n',
  });
  expect(await correct(journal)).toMatchObject({ code: 2, stderr: /give a journal and a reason/ });
  const corrected = await command('correct-journal', [journal, 'Posted by mistake'], environment());
  expect(corrected).toMatchObject({ code: 0, stdout: /A reversing journal took the coins/ });
  expect(await verify()).toMatchObject({ code: 0, stdout: /Rewards issued\s+-1,00,050 coins/ });
  const [audit] = await ledger.database.query(sql`select action, after from audit_log order by id desc limit 1`);
  expect(audit).toMatchObject({
    action: 'payouts.resume',
  });
  const [row] = await ledger.database.query(sql`select after from audit_log where action = 'ledger.correct'`);
  expect(row).toEqual({
    after: { journalId: Number(journal), reason: 'Posted by mistake', coins: 'reversed' },
  });
});

it('reports coins that are held without a withdrawal, and exits with 1', async () => {
  await ledger.postOne(hold('d', 1, 25));
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain('The ledger has errors. Payouts are stopped.');
  expect(stdout).toContain('user 1: 25 coins held, 0 in open withdrawals');
});

it('explains in one line why it could not check, and exits with 2', async () => {
  const { code, stderr } = await verify({ DATABASE_URL: 'mysql://x' });
  expect(code).toBe(2);
  expect(stderr).toBe('verify-ledger: DATABASE_URL must start with postgres://\n');
});
