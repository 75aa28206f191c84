import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMailbox } from '@muneem/sandbox/mailbox';
import { ROOT } from './operating.ts';
import { startPostgresql } from './postgresql.ts';
import { startCaddy, startPgBouncer } from './proxies.ts';

/** Debian's packages of the programs around a server. */
export const SURROUNDINGS = {
  caddy: 'caddy',
  pgbouncer: 'pgbouncer',
  initdb: 'postgresql-15',
  pg_ctl: 'postgresql-15',
  psql: 'postgresql-client-15',
  setpriv: 'util-linux',
} as const;
export const ADMIN = { email: 'owner@drill.example', password: 'of-the-drill' };

export type Closing = () => Promise<unknown>;

/**
 * Starts PostgreSQL, PgBouncer, Caddy and a mailbox around servers on these ports, with the files of deploy/. Writes the
 * servers' settings into a file. `opened` gets the functions that close everything.
 */
export async function openSurroundings(
  paths: Readonly<Record<keyof typeof SURROUNDINGS, string>>,
  folder: string,
  opened: Closing[],
  ports: readonly number[],
) {
  const database = await startPostgresql(paths);
  opened.push(() => database.stop());
  const bouncer = await startPgBouncer(paths.pgbouncer, database.port);
  opened.push(() => bouncer.stop());
  const mailbox = await startMailbox();
  opened.push(() => mailbox.close());
  const proxy = await startCaddy(paths.caddy, ports);
  opened.push(() => proxy.stop());
  const publicUrl = `http://127.0.0.1:${proxy.port}`;
  const settings = join(folder, 'muneem.env');
  await writeSettings(settings, {
    ...database.settings(bouncer.port),
    APP_SECRET: 'secret-of-the-drill-0123456789-0123456789',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: mailbox.smtpUrl,
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
    DRAIN_S: '3',
  });
  return { settings, publicUrl, mailbox };
}

/** Fills in the example's settings, and adds the others. */
export async function writeSettings(file: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const example = await readFile(join(ROOT, 'deploy/muneem.env.example'), 'utf8');
  const kept = example.split('\n').filter((text) => !(text.split('=')[0]! in settings) && !text.endsWith('='));
  await writeFile(file, kept.join('\n'), { mode: 0o600 });
  for (const [name, value] of Object.entries(settings)) await appendFile(file, `${name}=${value}\n`);
}
