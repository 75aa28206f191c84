import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../programs.ts';
import { makeBaseImage } from './base-image.ts';

const IMAGE = 'localhost/muneem-drill-systemd';
const WITH_SYSTEMD = `apt-get update -q && apt-get install -y -q --no-install-recommends systemd systemd-sysv dbus && rm -rf /var/lib/apt/lists/*`;

/** Adds systemd to the base image, once. @returns its name */
export async function makeSystemdImage(
  paths: Readonly<Record<'buildah' | 'debootstrap', string>>,
  folder: string,
): Promise<string> {
  if ((await runProgram(paths.buildah, ['images', '-q', IMAGE]).catch(() => '')) !== '') return IMAGE;
  const base = await makeBaseImage(paths);
  const file = join(folder, 'Containerfile');
  await writeFile(file, `FROM ${base}\nRUN ${WITH_SYSTEMD}\nCMD ["/sbin/init"]\n`);
  await runProgram(paths.buildah, ['build', '--isolation', 'chroot', '-q', '-t', IMAGE, '-f', file, folder]);
  return IMAGE;
}
