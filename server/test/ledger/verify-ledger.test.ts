import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql, transaction } from '#platform/database/index.ts';
import { createLedgerFixture, hold, release, reward, type LedgerFixture } from './ledger-fixture.ts';

const COMMAND = fileURLToPath(new URL('../../src/verify-ledger.ts', import.meta.url));

let ledger: LedgerFixture;
beforeAll(async () => {
  ledger = await createLedgerFixture(2);
  await ledger.open(1, 2);
  const posted = await ledger.post(reward('a', 1, 100_000), reward('b', 2, 50), hold('c', 1, 40));
  await ledger.postOne(release('c', posted[2]?.journalId as number, 1, 40));
});
afterAll(() => ledger.close());

/** Runs the command as an operator does. */
async function verify(
  DATABASE_URL = ledger.serverUrl,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [COMMAND], {
      env: { ...process.env, DATABASE_URL, ...environment },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

it('prints where the coins are and ends with 0 when the books add up', async () => {
  const { code, stdout } = await verify();
  expect(code).toBe(0);
  expect(stdout).toContain('Everything adds up. Payouts may run.');
  expect(stdout).toMatch(/Rewards issued\s+-1,00,050 coins\s+2 postings/);
  expect(stdout).toMatch(/Held for withdrawals\s+0 coins\s+2 postings/);
});

it('names a balance edited by hand and ends with 1', async () => {
  await transaction(ledger.database, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update wallets set balance = 1000000 where user_id = 2`);
  });
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain('The books do NOT add up. Payouts are stopped.');
  expect(stdout).toContain('wallet of user 2: 1000000 coins after 1 entries, its entries say 50 after 1');
});

it('names coins that are held without a withdrawal', async () => {
  await ledger.postOne(hold('d', 1, 25));
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain('user 1: 25 coins held, 0 in open withdrawals');
});

it('says in one line why it could not look, and ends with 2', async () => {
  const { code, stderr } = await verify('mysql://x');
  expect(code).toBe(2);
  expect(stderr).toBe('verify-ledger: DATABASE_URL must start with postgres://\n');
});

it('makes no empty database in a folder that was mistyped', async () => {
  const folder = join(tmpdir(), `muneem-mistyped-${process.pid}`);
  const { code, stderr } = await verify('', { DATA_DIR: folder });
  expect(code).toBe(2);
  expect(stderr).toBe(`verify-ledger: DATA_DIR holds no database: ${folder}\n`);
  expect(existsSync(folder)).toBe(false);
});
