import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { keepBackups, readBackupState } from '#platform/embedded-backup/nightly-backup.ts';
import { restoreBackup, showTime, takeBackup } from '#platform/embedded-backup/index.ts';
import { compressSegments, listSegments, walFolder } from '#platform/embedded-backup/wal-archive.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import { failToStart } from '#test/platform/failed-start.ts';

const ask = async <Row extends object>(url: string, text: string): Promise<Row[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};
const nothing = (): Promise<void> => Promise.resolve();

/** A database with 1,000 rows in its base backup, row 1,001 before the chosen second, and row 1,002 after it. */
const root = await mkdtemp(join(tmpdir(), 'muneem-backup-'));
const backups = join(root, 'backups');
const dataDir = join(root, 'data');
const { superuserUrl, stop } = await startEmbeddedPostgres({ dataDir, archiveTo: walFolder(backups) });
await writeFile(join(dataDir, 'app-secret'), 'a secret of the original\n', { mode: 0o600 });
await ask(superuserUrl, 'create table kept (id int); insert into kept select generate_series(1, 1000)');
const backup = await takeBackup({ dataDir, superuserUrl, to: backups });
const base = backup.folder;
const finishedAt = backup.finishedAt;
await ask(superuserUrl, 'insert into kept values (1001)');
await delay(20);
/** The second to restore, after the base backup. */
const chosen = new Date();
await delay(20);
await ask(superuserUrl, 'insert into kept values (1002)');
await stop();
afterAll(() => rm(root, { recursive: true, force: true }));

async function restore(from: string, at: Date | undefined): Promise<number[]> {
  const dataDir = await mkdtemp(join(root, 'restored-'));
  try {
    await restoreBackup({ from, dataDir, at, finish: nothing });
    expect((await readdir(dataDir)).sort()).toEqual(['app-secret', 'pg']);
    const { superuserUrl, stop } = await startEmbeddedPostgres({ dataDir });
    try {
      const rows = await ask<{ id: number }>(superuserUrl, 'select id from kept where id > 999 order by id');
      return rows.map(({ id }) => id);
    } finally {
      await stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** @returns the refusal, after a check that the folder stayed empty */
async function refusal(from: string, at?: Date): Promise<string> {
  const dataDir = await mkdtemp(join(root, 'refused-'));
  const error = await restoreBackup({ from, dataDir, at, finish: nothing }).catch((reason: Error) => reason);
  expect(await readdir(dataDir)).toEqual([]);
  return (error as Error).message;
}

async function copyOfBackups(change: (folder: string, base: string) => Promise<void>): Promise<string> {
  const copy = await mkdtemp(join(root, 'copy-'));
  await cp(backups, copy, { recursive: true });
  const [name = ''] = (await readdir(copy)).filter((entry) => entry.startsWith('base-'));
  await change(copy, join(copy, name));
  return copy;
}

test('restores exactly the transactions up to the chosen second', async () => {
  expect(await restore(backups, chosen)).toEqual([1000, 1001]);
});

test('restores everything that was archived without a time', async () => {
  expect(await restore(backups, undefined)).toEqual([1000, 1001, 1002]);
});

test('restores up to a gap in the WAL, and reports it', async () => {
  const copy = await copyOfBackups(async (folder) => {
    const [first] = await listSegments(folder);
    const later = first!.name.replace(/.$/, 'F');
    await cp(join(folder, 'wal', first!.name), join(folder, 'wal', later));
  });
  const dataDir = await mkdtemp(join(root, 'restored-'));
  const { hasGap } = await restoreBackup({ from: copy, dataDir, at: undefined, finish: nothing });
  expect(hasGap).toBe(true);
  expect(await refusal(copy, new Date(Date.now() + 3_600_000))).toMatch(
    /^The WAL segment after \w{24} is missing\. This/,
  );
});

test('restores from compressed WAL, whose compression can be repeated', async () => {
  const copy = await copyOfBackups(async (folder) => {
    await compressSegments(folder);
    // PostgreSQL archives a segment again after a crash.
    const [first] = await listSegments(folder);
    await cp(join(backups, 'wal', first!.name), join(folder, 'wal', first!.name));
    await compressSegments(folder);
    expect((await listSegments(folder)).every(({ isCompressed }) => isCompressed)).toBe(true);
  });
  expect(await restore(copy, chosen)).toEqual([1000, 1001]);
});

test('names the possible range for a time outside of it', async () => {
  expect(await refusal(backups, new Date(finishedAt.getTime() - 1))).toBe(
    `The oldest backup in ${backups} ended at ${showTime(finishedAt)}. An earlier time cannot be restored.`,
  );
  expect(await refusal(backups, new Date(Date.now() + 3_600_000))).toMatch(
    /^.* IST is after the archived WAL\. This backup can be restored from .* IST to .* IST\.$/,
  );
});

test('refuses a damaged, a cut and an incomplete backup, and missing WAL', async () => {
  const changed = await copyOfBackups(async (_folder, at) => {
    const file = join(at, 'pg/data/global/pg_control');
    const bytes = await readFile(file);
    bytes[100]! ^= 1;
    await writeFile(file, bytes);
  });
  expect(await refusal(changed)).toMatch(/ is damaged: pg\/data\/global\/pg_control is changed\.$/);
  const cut = await copyOfBackups((_folder, at) => truncate(join(at, 'pg/data/PG_VERSION'), 1));
  expect(await refusal(cut)).toMatch(/ is damaged: pg\/data\/PG_VERSION is cut\.$/);
  const lost = await copyOfBackups((_folder, at) => rm(join(at, 'app-secret')));
  expect(await refusal(lost)).toMatch(/ is damaged: app-secret is missing\.$/);
  const undescribed = await copyOfBackups((_folder, at) => truncate(join(at, 'manifest.json'), 500));
  expect(await refusal(undescribed)).toMatch(/ is damaged: its manifest\.json is missing or changed\.$/);
  const withoutWal = await copyOfBackups((folder) => rm(join(folder, 'wal'), { recursive: true }));
  expect(await refusal(withoutWal, chosen)).toMatch(/ is after the archived WAL\. /);
  expect(await refusal(join(root, 'nowhere'))).toMatch(/nowhere holds no complete backup\.$/);
});

test('refuses a folder that is not empty and one with an unfinished restore', async () => {
  const dataDir = await mkdtemp(join(root, 'used-'));
  await writeFile(join(dataDir, 'note'), '');
  const attempt = restoreBackup({ from: backups, dataDir, at: undefined, finish: nothing });
  await expect(attempt).rejects.toThrow(`${dataDir} is not empty. Choose an empty DATA_DIR.`);
  await mkdir(join(dataDir, 'restoring'));
  const again = restoreBackup({ from: backups, dataDir, at: undefined, finish: nothing });
  await expect(again).rejects.toThrow(/did not finish: remove .*restoring and restore again\.$/);
  const server = await failToStart({ DATA_DIR: dataDir });
  expect(server.stderr).toMatch(/^muneem: A restore into .* did not finish: remove .*restoring and restore again\.\n$/);
});

test('leaves nothing when the last check refuses the copy', async () => {
  const dataDir = await mkdtemp(join(root, 'refused-'));
  const finish = (): Promise<void> => Promise.reject(new Error('wrong secret'));
  await expect(restoreBackup({ from: backups, dataDir, at: chosen, finish })).rejects.toThrow('wrong secret');
  expect(await readdir(dataDir)).toEqual([]);
});

test('removes the part of a backup that was aborted or killed', async () => {
  const dataDir = await mkdtemp(join(root, 'aborted-'));
  const to = join(root, 'aborted-backups');
  const { superuserUrl, stop } = await startEmbeddedPostgres({ dataDir });
  try {
    const aborted = takeBackup({ dataDir, superuserUrl, to, signal: AbortSignal.abort(new Error('the server stops')) });
    await expect(aborted).rejects.toThrow('The backup failed: the server stops');
    expect(await readdir(to)).toEqual([]);
    // A killed process leaves its part.
    await mkdir(join(to, 'base-20261124T000000000Z.partial'));
    await takeBackup({ dataDir, superuserUrl, to });
    expect((await readdir(to)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  } finally {
    await stop();
  }
});

test('refuses to add the backups of a restored copy to those of its original', async () => {
  const dataDir = await mkdtemp(join(root, 'restored-'));
  await restoreBackup({ from: backups, dataDir, at: chosen, finish: nothing });
  const { superuserUrl, stop } = await startEmbeddedPostgres({ dataDir });
  try {
    await expect(takeBackup({ dataDir, superuserUrl, to: backups })).rejects.toThrow(
      `${backups} holds backups of another database. Choose another folder.`,
    );
    await takeBackup({ dataDir, superuserUrl, to: join(root, 'backups-of-copy') });
    await expect(restoreBackup({ from: backups, dataDir, at: chosen, finish: nothing })).rejects.toThrow(
      `A server runs on ${dataDir}. Stop it and choose an empty DATA_DIR.`,
    );
  } finally {
    await stop();
  }
});

test('describes every file of the backup, and holds the secrets', async () => {
  const manifest = JSON.parse(await readFile(join(base, 'manifest.json'), 'utf8')) as { files: { path: string }[] };
  const paths = manifest.files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['app-secret', 'pg/password', 'pg/data/backup_label']));
  expect(paths.filter((path) => /postmaster|pg_replslot\/|\.read$/.test(path))).toEqual([]);
  const found = await readdir(base, { recursive: true, withFileTypes: true });
  expect(found.filter((entry) => entry.isFile())).toHaveLength(paths.length + 2);
});

test('takes a nightly backup once, again after a gap in the WAL, and deletes old ones', async () => {
  const logger = { info: vi.fn(), warn: vi.fn() };
  const dataDir = join(root, 'nightly');
  const backupDir = join(root, 'nightly-backups');
  const server = await startEmbeddedPostgres({ dataDir, archiveTo: walFolder(backupDir) });
  let now = new Date();
  const night = (): Promise<void> =>
    keepBackups({ dataDir, backupDir, keepDays: 7, clock: { now: () => now }, logger });
  const bases = async (): Promise<string[]> => (await readdir(backupDir)).filter((name) => name.startsWith('base-'));
  try {
    await ask(server.superuserUrl, 'create table kept (id int)');
    await night();
    await night();
    const [first] = await bases();
    expect(await bases()).toHaveLength(1);
    expect((await readBackupState(backupDir)).backupAt?.getTime()).toBeLessThanOrEqual(Date.now());

    for (let value = 0; value < 4; value += 1)
      await ask(server.superuserUrl, `insert into kept values (${value}); select pg_switch_wal()`);
    await vi.waitUntil(async () => (await listSegments(backupDir)).length >= 5, { timeout: 20_000 });
    const segments = await listSegments(backupDir);
    await rm(join(walFolder(backupDir), segments.at(-2)!.name), { force: true });
    await night();
    expect(await bases()).toHaveLength(2);
    expect(logger.warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('has a gap'));

    now = new Date(now.getTime() + 8 * 86_400_000);
    await night();
    expect(await bases()).not.toContain(first);
    expect((await bases()).every((name) => !name.endsWith('.partial'))).toBe(true);
    expect((await listSegments(backupDir))[0]?.number).toBeGreaterThan(segments[0]!.number);
  } finally {
    await server.stop();
  }
});

test('archives WAL in time although no segment is full', async () => {
  const backupDir = join(root, 'timely');
  const { superuserUrl, stop } = await startEmbeddedPostgres({
    dataDir: join(root, 'timely-data'),
    archiveTo: walFolder(backupDir),
    settings: { archive_timeout: '1s' },
  });
  try {
    await ask(superuserUrl, 'create table kept ()');
    await vi.waitUntil(async () => (await listSegments(backupDir)).length > 0, { timeout: 20_000 });
  } finally {
    await stop();
  }
});

test('allows one backup at a time, and refuses the folder of another database', async () => {
  const dataDir = join(root, 'nightly');
  const { superuserUrl, stop } = await startEmbeddedPostgres({ dataDir });
  try {
    await expect(takeBackup({ dataDir, superuserUrl, to: backups })).rejects.toThrow(
      `${backups} holds backups of another database. Choose another folder.`,
    );
    const to = join(root, 'twice');
    const both = await Promise.allSettled([
      takeBackup({ dataDir, superuserUrl, to }),
      takeBackup({ dataDir, superuserUrl, to }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readdir(to)).toHaveLength(1);
  } finally {
    await stop();
  }
});
