import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { baseName, writeManifest } from '#platform/embedded-backup/manifest.ts';
import { keepBackups } from '#platform/embedded-backup/nightly-backup.ts';

test('deletes old base backups although one is damaged, keeps that one and names it', async () => {
  const backupDir = await mkdtemp(join(tmpdir(), 'muneem-backups-'));
  onTestFinished(() => rm(backupDir, { recursive: true }));
  const addBase = async (day: string): Promise<string> => {
    const at = new Date(`2026-11-${day}T22:00:00Z`);
    const name = baseName(at);
    const segment = `0000000100000000000000${day}`;
    await mkdir(join(backupDir, name));
    await writeManifest(join(backupDir, name), {
      format: 1,
      postgres: 18,
      system: '1',
      firstSegment: segment,
      lastSegment: segment,
      startedAt: at.toISOString(),
      finishedAt: at.toISOString(),
      folders: [],
      files: [],
    });
    return name;
  };
  const bases = [
    await addBase('10'),
    await addBase('11'),
    await addBase('12'),
    await addBase('20'),
    await addBase('21'),
  ];
  await writeFile(join(backupDir, bases[1]!, 'manifest.json'), 'lost');
  const warnings: string[] = [];
  const logger = { info: () => undefined, warn: (_facts: object, text: string) => void warnings.push(text) };
  const clock = { now: () => new Date('2026-11-22T06:00:00Z') };
  await keepBackups({ dataDir: '/nonexistent', backupDir, keepDays: 7, clock, logger: logger as never });
  expect((await readdir(backupDir)).filter((name) => name !== 'wal').sort()).toEqual(bases.slice(1));
  expect(warnings).toContain('a base backup is damaged: its manifest.json is missing or changed');
});
