import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Writes the paths of all screens into `screens.json`. The server answers 404 to every other path. */
export const screenPaths = (): Plugin => ({
  name: 'screen-paths',
  apply: 'build',
  generateBundle() {
    const folder = join(import.meta.dirname, '../src/features');
    const paths = globSync('*/screens.ts', { cwd: folder }).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path),
    );
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(paths.toSorted()) });
  },
});
