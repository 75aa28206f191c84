import { listAudit, type AuditEntry } from '@muneem/contract/audit';
import { DATA_AGE_HEADER, FRESH } from '@muneem/contract/http';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, openReadDatabase, sql, type Database, type ReadDatabase } from '#platform/database/index.ts';
import { lagAt } from '#platform/database/read-database.ts';
import { createLogger } from '#platform/logger/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { openDatabaseLine, type DatabaseLine } from '#test/database-line.ts';
import { createTestApp } from '#test/test-app.ts';
import { createTestDatabase } from '#test/test-database.ts';

const logger = createLogger('silent');

/** Simulates a replica whose lag the test sets. These functions hide PostgreSQL's own. */
const STANDBY = `
  create schema standby;
  grant usage on schema standby to public;
  create table standby.replayed as select pg_current_wal_flush_lsn() as lsn, 0::int as failures;
  create function standby.pg_is_in_recovery() returns boolean language sql as 'select true';
  create function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select lsn from standby.replayed';
  create function public.whoami() returns text language sql as $$ select 'replica' $$`;

async function createStandby(): Promise<{ url: string; database: Database }> {
  const { name, connection, serverConnection, drop } = await createTestDatabase();
  const database = openDatabase({ ...connection, max: 2 }, logger);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  await database.pool.query(STANDBY);
  await database.pool.query(`alter database ${name} set search_path = standby, pg_catalog, public`);
  return { url: serverConnection.connectionString, database };
}

const catchUp = (standby: Database): Promise<number> =>
  standby.execute(sql`update standby.replayed set lsn = 'FFFF/FFFFFFFF'`);

describe('a read database', () => {
  let primary: Database;
  let standby: Database;
  let line: DatabaseLine;
  let reads: ReadDatabase;

  beforeEach(async () => {
    const database = await createTestDatabase();
    primary = openDatabase({ ...database.connection, max: 4 }, logger);
    await primary.pool.query("create function whoami() returns text language sql as $$ select 'primary' $$");
    const { url, database: behind } = await createStandby();
    standby = behind;
    line = await openDatabaseLine(url);
    reads = openReadDatabase(primary, { url: line.connectionString, maxLagMs: 1_500, max: 4 }, logger);
    return async () => {
      await reads.close();
      await line.close();
      await primary.close();
      await database.drop();
    };
  });

  const whereNow = async (options?: { isFresh: boolean }): Promise<string | undefined> =>
    (await reads.reader(options).query<{ who: string }>(sql`select whoami() as who`))[0]?.who;

  it('uses a replica within its bound, and the primary when the replica falls behind', async () => {
    expect(await whereNow()).toBe('primary');
    expect([reads.lagMs(), reads.reader().ageMs]).toEqual([null, null]);
    await catchUp(standby);
    await expect.poll(whereNow).toBe('replica');
    expect([reads.lagMs(), reads.reader().ageMs]).toEqual([0, 0]);
    expect(await whereNow({ isFresh: true })).toBe('primary');
    // The primary goes on, and the replica does not.
    await standby.execute(sql`update standby.replayed set lsn = pg_current_wal_flush_lsn()`);
    await primary.execute(sql`create table more (n int)`);
    await expect.poll(() => reads.lagMs() ?? 0).toBeGreaterThan(0);
    await expect.poll(whereNow).toBe('primary');
  });

  it('stays on the replica while the primary is idle', async () => {
    await standby.execute(sql`update standby.replayed set lsn = pg_current_wal_flush_lsn()`);
    await catchUp(standby);
    await expect.poll(whereNow).toBe('replica');
    const since = performance.now();
    await expect.poll(() => performance.now() - since).toBeGreaterThan(2_500);
    // A slow machine may measure the lag late.
    await expect.poll(whereNow).toBe('replica');
  });

  it('repeats a read on the primary when the replica fails or cancels it', async () => {
    await catchUp(standby);
    await expect.poll(whereNow).toBe('replica');
    await standby.pool.query(`create or replace function whoami() returns text language plpgsql as
      $$ begin raise exception 'conflict with recovery' using errcode = '40001'; end $$`);
    expect(await whereNow()).toBe('primary');
    await line.cut();
    expect(await whereNow()).toBe('primary');
    await expect.poll(() => reads.lagMs()).toBe(null);
    await line.mend();
    await expect.poll(() => reads.lagMs()).toBe(0);
  });

  it('cannot change anything', async () => {
    await catchUp(standby);
    await expect.poll(whereNow).toBe('replica');
    const change = reads.reader().run((source) => source.query(sql`update counters set value = 0`));
    // The primary would accept it.
    await expect(change).rejects.toMatchObject({ code: '25006' });
  });
});

it('measures the lag by the time at which the primary was at the position of the replica', () => {
  const samples = [
    { position: 100, atMs: 1_000 },
    { position: 100, atMs: 2_000 },
    { position: 200, atMs: 3_000 },
  ];
  expect([99, 100, 150, 200, 900].map((position) => lagAt(samples, position, 4_000))).toEqual([
    Infinity,
    2_000,
    1_500,
    0,
    0,
  ]);
  expect(lagAt([], 1, 1)).toBe(Infinity);
});

describe('routes that may lag', () => {
  it('tell the age of their data, and read the primary for a caller that asks for current data', async () => {
    const { url, database: standby } = await createStandby();
    const app = await createTestApp({ DATABASE_READ_URL: url });
    const { headers } = await openAdminSession(app);
    await app.database.execute(sql`
      insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id)
      values (now(), 'system', 'x', 'x', 'test.only_on_primary', 'test', '1')`);
    const ask = async (more: Record<string, string> = {}) => {
      const answer = await app.call<{ entries: AuditEntry[] }>('GET', listAudit.path, undefined, {
        headers: { ...headers, ...more },
      });
      const entries = answer.body.entries.length;
      return { age: answer.headers[DATA_AGE_HEADER], entries };
    };
    expect(await ask()).toEqual({ age: undefined, entries: 1 });
    await catchUp(standby);
    await expect.poll(() => ask()).toEqual({ age: '0', entries: 0 });
    expect(await ask({ 'cache-control': FRESH })).toEqual({ age: undefined, entries: 1 });
    // Each route of the contract that may lag reads the replica.
    for (const { path } of app.http.routes.filter(({ mayLag }) => mayLag)) {
      const answer = await app.call(
        'GET',
        path.replace(':id', 'x').replace(/$/, path.endsWith('breakdown') ? '?by=day' : ''),
      );
      expect(answer.headers[DATA_AGE_HEADER], path).toBe('0');
    }
  });
});
