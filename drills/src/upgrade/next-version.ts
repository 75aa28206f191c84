import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../operating.ts';

/**
 * Copies the server as its next minor version: one more migration for each table, which adds a column. The previous
 * version must live with every one of them.
 * @returns the program that starts it
 */
export async function makeNextVersion(folder: string, tables: readonly string[]): Promise<string> {
  const server = join(folder, 'server');
  await mkdir(server);
  for (const part of ['src', 'migrations'])
    await cp(join(ROOT, 'server', part), join(server, part), { recursive: true });
  const manifest = JSON.parse(await readFile(join(ROOT, 'server/package.json'), 'utf8')) as { version: string };
  const [major, minor] = manifest.version.split('.').map(Number);
  const next = { ...manifest, version: `${major}.${Number(minor) + 1}.0` };
  await writeFile(join(server, 'package.json'), JSON.stringify(next));
  for (const linked of ['node_modules', 'web']) await symlink(join(ROOT, linked), join(folder, linked));
  for (const [index, table] of tables.entries()) {
    const text = `alter table ${table} add of_the_next_version integer not null default 0;\n`;
    await writeFile(join(server, 'migrations', `${9000 + index}-next-${table}.sql`), text);
  }
  return join(server, 'src/main.ts');
}
