import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { line } from '@muneem/bench/report.ts';
import { makeBaseImage, type CONTAINER_TOOLS } from '../image/base-image.ts';
import { runProgram } from '../programs.ts';
import type { Closing } from '../surroundings.ts';

type Paths = Readonly<Record<keyof typeof CONTAINER_TOOLS, string>>;

const install = (name: string): string =>
  `RUN apt-get update -q && apt-get install -y -q --no-install-recommends ${name} && rm -rf /var/lib/apt/lists/*\n`;

/** Steps after the base, by image of deploy/compose.yaml. */
const STAND_INS = {
  'docker.io/library/debian:bookworm-slim': '',
  'docker.io/library/caddy:2': `${install('caddy')}ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`,
  'docker.io/library/postgres:18': `${install('postgresql-15')}COPY postgres-entry.sh /usr/local/bin/
ENV PATH=/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin
STOPSIGNAL SIGINT
CMD ["sh", "/usr/local/bin/postgres-entry.sh"]
`,
} as const;

/**
 * Makes the public images that this machine does not have from Debian's packages, under the same names. `opened` gets
 * the functions that remove them, so that nothing else takes them for the real ones.
 */
export async function makeStandIns(paths: Paths, folder: string, opened: Closing[]): Promise<void> {
  const base = await makeBaseImage(paths);
  const file = join(folder, 'Containerfile');
  const context = fileURLToPath(new URL('.', import.meta.url));
  for (const [name, steps] of Object.entries(STAND_INS)) {
    if ((await runProgram(paths.buildah, ['images', '-q', name]).catch(() => '')) !== '') continue;
    line(`  making a stand-in for ${name}`);
    opened.push(() => runProgram(paths.podman, ['rmi', '--force', name]));
    await writeFile(file, `FROM ${base}\n${steps}`);
    const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '-q', '-t', name];
    await runProgram(paths.buildah, ['build', ...options, '-f', file, context]);
  }
}
