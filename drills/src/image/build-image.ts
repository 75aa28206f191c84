import { join } from 'node:path';
import { line } from '@muneem/bench/report.ts';
import { followManual } from '../operating.ts';
import { runProgram } from '../programs.ts';
import { makeBaseImage, writeNpmSettings, type CONTAINER_TOOLS } from './base-image.ts';

export const IMAGE = 'localhost/muneem-drill';
/** Limits that root may set here. Podman's own are higher than some machines allow. */
export const LIMITS = '--ulimit nofile=4096:4096 --ulimit nproc=4096:4096';

const BYTES_PER_MB = 1_000_000;

type Paths = Readonly<Record<keyof typeof CONTAINER_TOOLS, string>>;

/** Builds the image of Muneem as docs/operating.md says. @returns its size in MB */
export async function buildImage(paths: Paths, folder: string): Promise<number> {
  const npm = join(folder, 'npmrc');
  await writeNpmSettings(npm);
  const base = await makeBaseImage(paths);
  const building = performance.now();
  await followManual('build-image', {
    environment: { BUILDAH_ISOLATION: 'chroot' },
    instead: {
      '--tag muneem': `--tag ${IMAGE} --layers=false --build-arg BASE=${base} --secret id=npmrc,src=${npm} --volume /etc/ssl/certs:/etc/ssl/certs:ro`,
    },
  });
  line(`  built in ${Math.round((performance.now() - building) / 100) / 10} s`);
  const bytes = await runProgram(paths.podman, ['image', 'inspect', '--format', '{{.Size}}', IMAGE]);
  return Number(bytes) / BYTES_PER_MB;
}
