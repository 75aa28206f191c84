import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Writes the paths of all screens into `screens.json`. The server answers 404 to every other path. */
export const screenPaths = (): Plugin => ({
  name: 'screen-paths',
  apply: 'build',
  generateBundle() {
    const declared = readFileSync(join(import.meta.dirname, '../src/app/screens.ts'), 'utf8');
    const paths = [...declared.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path);
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(paths.toSorted()) });
  },
});
