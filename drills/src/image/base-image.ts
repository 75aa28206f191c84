import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { line } from '@muneem/bench/report.ts';
import { runProgram } from '../programs.ts';

/** Debian's packages of the tools that build and run an image, by program name. */
export const CONTAINER_TOOLS = {
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  podman: 'podman',
  runc: 'runc',
} as const;

/** Files of Debian that a slim image leaves out. */
const NOT_NEEDED = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'];

/**
 * Makes the base image from Debian's packages and this machine's Node and npm, once for each version of Node. It has the
 * layout of the image that deploy/Containerfile names.
 * @returns its name
 */
export async function makeBaseImage(programs: Readonly<Record<'debootstrap' | 'buildah', string>>): Promise<string> {
  const name = `localhost/muneem-drill-base:${process.versions.node}`;
  if ((await runProgram(programs.buildah, ['images', '-q', name]).catch(() => '')) !== '') return name;
  line('  making a base image (a minute)');
  const folder = await mkdtemp(join(tmpdir(), 'muneem-base-'));
  try {
    const root = join(folder, 'root');
    const packages = '--include=ca-certificates,libatomic1,libstdc++6';
    await runProgram(programs.debootstrap, ['--variant=minbase', packages, 'bookworm', root]);
    for (const path of NOT_NEEDED) await rm(join(root, path), { recursive: true, force: true });
    const local = join(root, 'usr/local');
    await mkdir(join(local, 'lib/node_modules'), { recursive: true });
    await cp(await realpath(process.execPath), join(local, 'bin/node'));
    await cp(await folderOfNpm(), join(local, 'lib/node_modules/npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    await writeFile(join(folder, 'Containerfile'), 'FROM scratch\nCOPY root /\n');
    await runProgram(programs.buildah, ['build', '--isolation', 'chroot', '-q', '-t', name, folder]);
    return name;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function folderOfNpm(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    if (!existsSync(join(folder, 'npm'))) continue;
    const script = await realpath(join(folder, 'npm'));
    return dirname(dirname(script));
  }
  throw new Error('npm is not on the PATH');
}

/** Writes this machine's settings of npm into a file, which the build reads as a secret. The build sees its certificates. */
export async function writeNpmSettings(file: string): Promise<void> {
  const path = (await runProgram('npm', ['config', 'get', 'userconfig'])).trim();
  const text = await readFile(path, 'utf8').catch(() => '');
  await writeFile(file, `${text}\ncafile=/etc/ssl/certs/ca-certificates.crt\n`, { mode: 0o600 });
}
