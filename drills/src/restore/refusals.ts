import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { judge, line } from '@muneem/bench/report.ts';
import { operate, type Ended } from './operator.ts';

const run = promisify(execFile);
const SMALL_DISK = 'size=8m';

interface Surroundings {
  readonly root: string;
  readonly dataDir: string;
  readonly backupDir: string;
}

/** A full disk, a cut backup and a wrong secret: each must give one line and leave nothing. */
export async function rehearseRefusals({ root, dataDir, backupDir }: Surroundings): Promise<boolean> {
  const target = join(root, 'refused');
  const restore = (from: string, settings: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    operate('restore', [from], { DATA_DIR: target, ...settings });
  const isKept: boolean[] = [];
  const expectOneLine = async (name: string, ended: Ended, left: string): Promise<void> => {
    line(`  ${name}: ${ended.stderr.trim()}`);
    const others = ended.code === 0 ? Infinity : ended.stderr.trim().split('\n').length - 1;
    isKept.push(judge(`lines besides the one for ${name}`, others, '≤', 0));
    isKept.push(judge(`files left by ${name}`, (await readdir(left).catch(() => [])).length, '≤', 0));
  };

  const cut = join(root, 'cut');
  await cp(backupDir, cut, { recursive: true });
  const largest = await largestFile(cut);
  await truncate(largest, Math.floor((await stat(largest)).size / 2));
  await expectOneLine('a truncated backup', await restore(cut), target);

  const wrong = { APP_SECRET: 'not the secret of this backup, but long enough' };
  await expectOneLine('a wrong APP_SECRET', await restore(backupDir, wrong), target);

  const small = join(root, 'small');
  await mkdir(small);
  if (await mountSmallDisk(small)) {
    try {
      await expectOneLine(
        'a full disk while backing up',
        await operate('backup', [join(small, 'b')], { DATA_DIR: dataDir }),
        join(small, 'b'),
      );
      const full = await operate('restore', [backupDir], { DATA_DIR: join(small, 'r') });
      await expectOneLine('a full disk while restoring', full, join(small, 'r'));
    } finally {
      await run('umount', [small]);
    }
  } else line('a full disk: not run, because this process cannot mount a small one');
  return isKept.every(Boolean);
}

async function largestFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let largest = { path: '', size: -1 };
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !path.includes('/pg/data/')) continue;
    const { size } = await stat(path);
    if (size > largest.size) largest = { path, size };
  }
  return largest.path;
}

const mountSmallDisk = (folder: string): Promise<boolean> =>
  run('mount', ['-t', 'tmpfs', '-o', SMALL_DISK, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
