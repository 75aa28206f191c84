import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { TestApp } from './test-app.ts';

/** Reads the mails that an app without SMTP_URL has written, oldest first. */
export async function readOutbox({ config }: Pick<TestApp, 'config'>): Promise<Email[]> {
  const folder = join(config.DATA_DIR, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}
