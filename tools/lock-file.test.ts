import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from './install.mjs';

interface LockedPackage {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

let packages: Readonly<Record<string, LockedPackage>>;

beforeAll(async () => {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: typeof packages };
  packages = lock.packages;
});

/** npm ci refuses a lock file without the packages of another platform. A lagging registry produces such files. */
test('names every package that another one requires, for every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !folders(path).some((folder) => packages[`${folder}node_modules/${name}`] !== undefined))
      .map((name) => `${path} → ${name}`),
  );
  expect(missing).toEqual([]);
});

test('has a checksum for every package and contains no registry URL', () => {
  const foreign = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
  const loose = foreign.filter(([, { link, integrity }]) => link !== true && integrity === undefined);
  expect(foreign.length).toBeGreaterThan(500);
  expect(loose.map(([path]) => path)).toEqual([]);
  expect(foreign.filter(([, one]) => /^https?:/.test(one.resolved ?? '')).map(([path]) => path)).toEqual([]);
});

/** Returns the folders in which npm looks for a dependency: the package's own and each parent's. */
function folders(path: string): string[] {
  const parts = path.split('/node_modules/').filter((part) => part !== '');
  const above = parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/`);
  return [...above, ''];
}
