import { COUNTED } from '#test/conversion-reports/counted.ts';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { killServers, prepareServers, seedClicks, startServer } from '#test/postbacks/server-processes.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { eventually } from './smart-poll-app.ts';
import { startStatusServer } from './status-server.ts';

const NAMES = ['first', 'second', 'third'];
const SETTINGS = { EGRESS_ALLOW: '127.0.0.1', SMART_POLL_EVERY_S: '2', SMART_POLL_MIN_AGE_S: '0' };
const INSTALL = { body: { event: 'install' } };

afterAll(killServers);

interface Run extends Record<string, unknown> {
  readonly id: string;
  readonly slot: Date;
  readonly status: string;
  readonly message: string | null;
  readonly asked: number;
  readonly server: string;
}

test(
  `runs each slot on one of ${NAMES.length} processes; after a kill another takes over and pays nothing twice`,
  { timeout: 180_000 },
  async () => {
    const { database, dataDir, db } = await prepareServers();
    const network = await startStatusServer();
    onTestFinished(() => network.close());
    const events = [{ name: 'install', isRequired: true }];
    const clicks = await seedClicks(db, { clicks: 6, users: 6, events });
    const [early = '', rewarded = '', lost = ''] = clicks;
    await db.query('update offers set poll_url = $1', [network.pollUrl]);
    await rememberServers(db);
    const runs = async (): Promise<Run[]> =>
      (await db.query<Run>('select r.*, s.server from smart_poll_runs r join run_servers s using (id) order by r.slot'))
        .rows;
    const finished = async () => (await runs()).filter(({ status }) => status !== 'running');
    const coins = async (): Promise<number[]> =>
      (await db.query<{ balance: number }>('select balance::int from wallets order by balance desc')).rows.map(
        ({ balance }) => balance,
      );
    const itsBackends = 'select 1 from pg_stat_activity where datname = current_database() and application_name = $1';
    const backendsOf = async (name: string): Promise<number | null> => (await db.query(itsBackends, [name])).rowCount;
    network.says(early, INSTALL);

    const servers = new Map(
      await Promise.all(
        NAMES.map(
          async (name) =>
            [name, await startServer(withConnectionName(database, name), join(dataDir, name), SETTINGS)] as const,
        ),
      ),
    );
    await eventually(async () => (await finished()).length).toBeGreaterThanOrEqual(3);
    expect(await coins()).toEqual([5, 0, 0, 0, 0, 0]);

    network.says(rewarded, INSTALL);
    network.says(lost, 'hang');
    // Answers that arrived before the kill are paid.
    await eventually(coins).toEqual([5, 5, 0, 0, 0, 0]);
    const dying = await underWay();
    const dead = servers.get(dying.server);
    expect(await backendsOf(dying.server)).toBeGreaterThan(0);
    dead?.child.kill('SIGKILL');
    if (dead?.child.signalCode === null) await once(dead.child, 'exit');
    // The database may still execute an earlier statement, such as a heartbeat.
    await eventually(() => backendsOf(dying.server)).toBe(0);
    const atDeath = await runs();
    expect(atDeath.at(-1)).toMatchObject({ id: dying.id, status: 'running' });

    // No server takes over during the lease, although slots pass.
    const passed = 'select extract(epoch from now() - $1::timestamptz) as seconds';
    await eventually(async () =>
      Number((await db.query<{ seconds: string }>(passed, [dying.slot])).rows[0]?.seconds),
    ).toBeGreaterThan(5);
    expect(await runs()).toEqual(atDeath);
    const { rows: leases } = await db.query<{ left: string }>(
      'select extract(epoch from lease_until - now()) as left from smart_poll_runs where id = $1',
      [dying.id],
    );
    expect(Number(leases[0]?.left)).toBeGreaterThan(0);
    expect(Number(leases[0]?.left)).toBeLessThanOrEqual(30);

    network.says(lost, INSTALL);
    await db.query(`update smart_poll_runs set lease_until = now() - interval '1 second' where id = $1`, [dying.id]);
    await eventually(coins).toEqual([5, 5, 5, 0, 0, 0]);
    await eventually(async () => (await finished()).length).toBeGreaterThanOrEqual(atDeath.length + 2);
    for (const { child } of servers.values()) child.kill('SIGTERM');
    for (const { child } of servers.values())
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');

    const all = await runs();
    expect(all.find(({ id }) => id === dying.id)).toMatchObject({
      status: 'interrupted',
      message: expect.stringContaining('Its server stopped.') as string,
    });
    expect(all.slice(atDeath.length).map(({ server }) => server)).not.toContain(dying.server);
    expect(new Set(all.map(({ slot }) => slot.getTime())).size).toBe(all.length);
    expect(all.every(({ slot }) => slot.getTime() % 2_000 === 0)).toBe(true);
    // Each call belongs to a run, except those in flight at the kill and at the end.
    const asked = all.reduce((sum, run) => sum + run.asked, 0);
    expect(network.asked.length - asked).toBeLessThanOrEqual(2 * clicks.length);
    expect(await coins()).toEqual([5, 5, 5, 0, 0, 0]);
    const { rows: sums } = await db.query(`
      select (select count(*) from conversions)::int as conversions, (select count(*) from journals)::int as journals,
        ${COUNTED} as counted, (select sum(recovered) from smart_poll_runs)::int as recovered`);
    expect(sums).toEqual([{ conversions: 3, journals: 3, counted: 3, recovered: 3 }]);

    /** The open run, which waits for an answer that never comes. Its other results are stored. */
    async function underWay(): Promise<Run> {
      let found: Run | undefined;
      await eventually(async () => {
        found = (await runs()).at(-1);
        return found?.status === 'running' && found.asked >= clicks.length - 3;
      }).toBe(true);
      if (!found) throw new Error('no run is under way');
      return found;
    }
  },
);

/** Sets the name of each server's database connections. */
function withConnectionName(database: TestDatabase, name: string): TestDatabase {
  const url = new URL(database.environment.DATABASE_URL);
  url.searchParams.set('application_name', name);
  return { ...database, environment: { ...database.environment, DATABASE_URL: url.href } };
}

/** Lets a trigger record which server began a run. */
const rememberServers = (db: Client) =>
  db.query(`
    create table run_servers (id text primary key, server text not null);
    create function remember_server() returns trigger language plpgsql as $$
    begin
      insert into run_servers values (new.id, current_setting('application_name'));
      return new;
    end $$;
    create trigger remember_server after insert on smart_poll_runs for each row execute function remember_server()`);
