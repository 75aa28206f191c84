import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '#platform/logger/index.ts';
import { applyRetention, auditLogKind, byPartition, previewRetention } from '#platform/retention/index.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp({}, { now: '2026-11-24T12:00:00Z' });
const archiveDir = await mkdtemp(join(tmpdir(), 'muneem-archive-'));
await app.database.pool.query(`
  select ensure_monthly_partitions('postback_log', '2026-05-01', 3);
  insert into postback_log (id, method, url, body, verdict, http_status, received_at)
    select 'pbl_' || i, 'GET', '/postback?n=' || i, case when i % 2 = 0 then E'a "quoted"\nline, with comma' end, 'accepted', 200, '2026-05-31T23:00:00Z'::timestamptz + i * interval '1 hour'
    from generate_series(1, 1000) i;
  alter table audit_log disable trigger all;
  insert into audit_log (actor_kind, actor_id, actor_name, action, entity_type, entity_id, at)
    select 'system', 'test', 'Test', 'test.old', 'test', i::text, '2025-03-31T12:00:00Z'::timestamptz + i * interval '1 day' from generate_series(1, 40) i;
  alter table audit_log enable trigger all`);
afterAll(() => rm(archiveDir, { recursive: true, force: true }));

const log = byPartition({ table: 'postback_log', timeColumn: 'received_at', days: 90 });
const dependencies = (folder: string | undefined = archiveDir) => ({
  database: app.serverDatabase,
  clock: app.clock,
  logger: createLogger('silent'),
  archiveDir: folder,
});
const count = async (table: string): Promise<number> =>
  (await app.database.prepared<{ n: number }>('', `select count(*) as n from ${table}`, []))[0]?.n ?? 0;

test('previews the months that would go, and changes nothing', async () => {
  const months = await previewRetention(dependencies(), log);
  expect(months.map(({ month, rows }) => [month, rows])).toEqual([
    ['2026-05', 0],
    ['2026-06', 720],
    ['2026-07', 280],
  ]);
  expect(months[1]).toMatchObject({ from: new Date('2026-06-01T00:00:00Z'), until: new Date('2026-07-01T00:00:00Z') });
  expect(months[1]?.bytes).toBeGreaterThan(720 * 40);
  expect(await previewRetention(dependencies(), { ...log, days: 0 })).toEqual([]);
  expect(await count('postback_log')).toBe(1000);
});

test('keeps a month whose archive cannot be written, and continues with it later', async () => {
  const file = join(archiveDir, 'no-folder');
  await writeFile(file, '');
  await expect(applyRetention(dependencies(file), log)).rejects.toThrow();
  expect(await count('postback_log')).toBe(1000);
});

test('archives and verifies each month before it drops it, and audits it', async () => {
  expect(await applyRetention(dependencies(), log)).toEqual(['2026-05', '2026-06', '2026-07']);
  expect(await count('postback_log')).toBe(0);
  const folder = join(archiveDir, 'postback_log');
  expect((await readdir(folder)).sort()).toContain('postback_log-2026-06.csv.gz');
  expect((await stat(join(folder, 'postback_log-2026-06.csv.gz'))).mode & 0o777).toBe(0o600);
  const csv = gunzipSync(await readFile(join(folder, 'postback_log-2026-06.csv.gz')));
  const about = JSON.parse(await readFile(join(folder, 'postback_log-2026-06.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(about).toMatchObject({ rows: 720, bytes: csv.length, sha256: createHash('sha256').update(csv).digest('hex') });
  expect(csv.toString().split('\n', 1)[0]?.split(',')).toEqual(about['columns']);
  expect(csv.toString()).toContain('"a ""quoted""\nline, with comma"');
  const { rows } = await app.database.pool.query(
    "select entity_id, before, after from audit_log where action = 'retention.drop' order by id",
  );
  expect(rows).toMatchObject([
    { entity_id: 'postback_log 2026-05', before: { rows: 0 } },
    { entity_id: 'postback_log 2026-06', before: { rows: 720 }, after: { rows: 720, sha256: about['sha256'] } },
    { entity_id: 'postback_log 2026-07', before: { rows: 280 } },
  ]);
  expect(await applyRetention(dependencies(), log)).toEqual([]);
});

test('archives and deletes whole months of the audit log, none younger than a year', async () => {
  const young = (await count('audit_log')) - 40;
  expect(await applyRetention(dependencies(), auditLogKind(365))).toEqual(['2025-04', '2025-05']);
  const about = JSON.parse(await readFile(join(archiveDir, 'audit_log', 'audit_log-2025-04.json'), 'utf8')) as object;
  expect(about).toMatchObject({ rows: 30 });
  expect(await count("audit_log where action = 'test.old'")).toBe(0);
  expect(await count('audit_log')).toBe(young + 2);
  await app.database.pool.query(
    "insert into audit_log (actor_kind, actor_id, actor_name, action, entity_type, entity_id) values ('system', 't', 'T', 'test.new', 'test', '1')",
  );
  await expect(app.serverDatabase.pool.query('select purge_audit(now())')).rejects.toThrow('append-only');
});

test('drops a month without the time limit of a request', async () => {
  await app.database.pool.query(`
    alter table audit_log disable trigger all;
    insert into audit_log (actor_kind, actor_id, actor_name, action, entity_type, entity_id, at)
      values ('system', 'test', 'Test', 'test.old', 'test', '1', '2024-02-03T12:00:00Z');
    alter table audit_log enable trigger all;
    create table limits_seen as select '' as statement_timeout where false;
    create function note_limit() returns trigger language plpgsql security definer as
      'begin insert into limits_seen values (current_setting(''statement_timeout'')); return null; end';
    create trigger note_limit after delete on audit_log for each statement execute function note_limit()`);
  expect(await applyRetention(dependencies(), auditLogKind(365))).toEqual(['2024-02']);
  const { rows } = await app.database.pool.query('select * from limits_seen');
  expect(rows).toEqual([{ statement_timeout: '0' }]);
  await app.database.pool.query('drop trigger note_limit on audit_log');
});

test('never drops months of clicks and conversions', async () => {
  for (const table of ['clicks', 'conversions'])
    await expect(
      app.serverDatabase.pool.query('select drop_monthly_partition($1, $2)', [table, '2026-11-01']),
    ).rejects.toThrow('are kept');
});

test('never drops a month that ended recently', async () => {
  for (const [table, days] of [
    ['postback_log', 89],
    ['postback_attempts', 6],
  ] as const)
    await expect(
      app.serverDatabase.pool.query(`select drop_monthly_partition($1, (now() - interval '${days} days')::date)`, [
        table,
      ]),
    ).rejects.toThrow('is kept for');
});
