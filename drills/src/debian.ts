import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { line } from '@muneem/bench/report.ts';

const run = promisify(execFile);

/** The folders of programs that Debian's packages install. */
const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/lib/podman', '/usr/lib/postgresql/15/bin'];

/** Debian asks this program whether it may start a service on installation. A drill starts its own processes. */
const START_POLICY = '/usr/sbin/policy-rc.d';

const pathOf = (program: string): string | undefined =>
  FOLDERS.map((folder) => `${folder}/${program}`).find((path) => existsSync(path));

/**
 * Returns the paths of programs, and installs their Debian packages first if one is missing and this process is root.
 * @param packages package name by program name
 * @returns null if a program is missing: the drill is not run, and a line says why
 */
export async function installPrograms<Name extends string>(
  packages: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, string>> | null> {
  const names = Object.keys(packages) as Name[];
  const missing = (): Name[] => names.filter((name) => pathOf(name) === undefined);
  if (missing().length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const wanted = [...new Set(missing().map((name) => packages[name]))];
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env: environment }).catch(() => undefined);
    const options = ['-o', 'Dpkg::Options::=--force-confold', '--no-install-recommends', '-y', '-q'];
    const isOurs = !existsSync(START_POLICY);
    if (isOurs) writeFileSync(START_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    await run('apt-get', ['install', ...options, ...wanted], { env: environment, maxBuffer: 64 * 1024 * 1024 }).catch(
      () => undefined,
    );
    if (isOurs) rmSync(START_POLICY);
  }
  const left = missing();
  if (left.length > 0) {
    line(`missing: ${left.map((name) => `${name} (Debian package ${packages[name]})`).join(', ')}`);
    return null;
  }
  return Object.fromEntries(names.map((name) => [name, pathOf(name)])) as Record<Name, string>;
}
