import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { ROOT, showProgress } from './install.mjs';
import { installed, runQuietly } from './processes.ts';

const STAMP = join(ROOT, 'node_modules', '.cache', 'muneem', 'web-build');
const SOURCES = ['web/**', 'contract/src/**', 'package-lock.json', 'tsconfig.base.json'];
const NOT_SOURCES = ['**/node_modules/**', 'web/dist/**', '**/*.test.*'];

/** Builds the web client if its sources changed since the last build. @returns whether a build exists now */
export async function buildWeb(): Promise<boolean> {
  const wanted = await hashOfSources();
  const index = join(ROOT, 'web', 'dist', 'index.html');
  if (existsSync(index) && existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === wanted) return true;
  const done = showProgress('Building the web client');
  const { code, stdout, stderr } = await runQuietly(installed('vite'), ['build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
  });
  done(code === 0 ? 'done' : 'failed');
  if (code !== 0) {
    console.error(`${stdout}${stderr}`.trim());
    return false;
  }
  await mkdir(dirname(STAMP), { recursive: true });
  await writeFile(STAMP, wanted);
  return true;
}

/** Hashes names and contents of the sources, and the settings of the build. File times are useless in a fresh clone. */
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await glob(SOURCES, { cwd: ROOT, ignore: NOT_SOURCES, dot: true })).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(ROOT, file)));
  }
  for (const [name, value] of Object.entries(process.env).sort(([a], [b]) => a.localeCompare(b))) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`);
  }
  return hash.digest('hex');
}
