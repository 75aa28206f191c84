import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';

const GENERATED = ['**/node_modules/**', '**/dist/**', '**/test-results/**', '**/playwright-report/**'];
const FOLDERS = '{contract,server,web,sandbox,e2e,bench,drills,deploy,tools,docs}';

/** Reads the repository's own files with these endings, in the order of their paths. */
export async function readSources(root: string, ...endings: string[]): Promise<{ file: string; text: string }[]> {
  const patterns = endings.flatMap((ending) => [`${FOLDERS}/**/*.${ending}`, `*.${ending}`]);
  const files = (await glob(patterns, { cwd: root, ignore: GENERATED })).sort();
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })));
}
