import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMailbox, type Mailbox } from '@muneem/sandbox/mailbox';
import { createPlatformClient, createSampleOffer, createSampleUser, signInAdmin } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { migrate, readMigrations, sql, type Database } from '@muneem/server/platform/database/index.ts';
import { startEmbeddedPostgres } from '@muneem/server/platform/embedded-postgresql/index.ts';
import { openForChecks } from '../check-database.ts';
import { ROOT } from '../operating.ts';

const ADMIN = { email: 'owner@drill.example', password: 'of-the-drill' };
const PLATFORM_KEY = 'key-of-the-upgrade-drill';
/** Each gets a code at most once a minute. */
const ADMINS = 40;
const USERS = 50;

export type UpgradeWorld = Awaited<ReturnType<typeof openUpgradeWorld>>;

/** The database, mailbox and settings of two servers. */
export async function openUpgradeWorld(folder: string) {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir });
  await migrate({ connectionString: postgres.ownerUrl }, { connectionString: postgres.url });
  const database = openForChecks(postgres.superuserUrl);
  const mailbox = await startMailbox();
  const [first, second, controlPort] = [await freePort(), await freePort(), await freePort()];
  const databaseSettings = { DATABASE_URL: postgres.url, DATABASE_OWNER_URL: postgres.ownerUrl };
  const known = (await readMigrations()).map(({ name }) => name);
  const tables = await database.query<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'schema_migrations'`);
  return {
    ports: [first, second] as const,
    controlPort,
    databaseSettings,
    tables: tables.map(({ name }) => name),
    settingsOf: (port: number) => ({
      ...databaseSettings,
      PORT: String(port),
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      APP_SECRET: 'secret-of-the-upgrade-drill-0123456789',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SMTP_URL: mailbox.smtpUrl,
      PLATFORM_API_KEY: PLATFORM_KEY,
      CLICKS_PER_MINUTE: '1000000',
      TRUST_PROXY: '1',
      DRAIN_S: '3',
      LOG_LEVEL: 'warn',
    }),
    prepareTraffic: (url: string) => prepareTraffic({ url, mailbox, database }),
    /** Counts acknowledged postbacks without their conversion. */
    async countLost(conversions: ReadonlyMap<string, string>): Promise<number> {
      const rows = await database.query<{ clickId: string; id: string }>(
        sql`select click_id, id from conversions where click_id = any (${[...conversions.keys()]}::text[])`,
      );
      const stored = new Map(rows.map(({ clickId, id }) => [clickId, id]));
      return rows.length - stored.size + [...conversions].filter(([click, id]) => stored.get(click) !== id).length;
    },
    async countOfNewMigrations(): Promise<number> {
      const [row] = await database.query<{ n: number }>(
        sql`select count(*)::int as n from schema_migrations where name <> all (${known}::text[])`,
      );
      return row?.n ?? 0;
    },
    async close() {
      await database.close();
      await mailbox.close();
      await postgres.stop();
    },
  };
}

/** Creates an offer, its users and admins through the proxy. */
async function prepareTraffic({ url, mailbox, database }: { url: string; mailbox: Mailbox; database: Database }) {
  const admin = await signInAdmin({ url, mailbox, ...ADMIN });
  const { offerId, urls } = await createSampleOffer(admin, {
    coins: 5,
    trackingUrl: 'https://network.example/?c={click_id}',
  });
  const platform = createPlatformClient({ url, key: PLATFORM_KEY });
  const uids = Array.from({ length: USERS }, (_, index) => `${offerId}-${index}`);
  for (const uid of uids) await createSampleUser(platform, uid, 'Asha');
  await platform.createClick({ uid: uids[0]!, offerId });
  await database.execute(sql`
    insert into admins (id, email, name, role, password_hash, created_at, password_changed_at)
    select ${offerId} || n, ${offerId.toLowerCase()} || n || '@drill.example', 'Admin', 'owner', password_hash, now(), now()
    from admins, generate_series(1, ${ADMINS}) n where email = ${ADMIN.email}`);
  const admins = Array.from({ length: ADMINS }, (_, index) => ({
    email: `${offerId.toLowerCase()}${index + 1}@drill.example`,
    password: ADMIN.password,
  }));
  const { pathname, search } = new URL(urls['install']!);
  const postbackUrl = `${pathname}${search}`.replaceAll('%7B', '{').replaceAll('%7D', '}');
  return { url, platformKey: PLATFORM_KEY, sessionToken: admin.token, offerId, postbackUrl, uids, mailbox, admins };
}

/**
 * Copies the server as its next minor version: one more migration for each table, which adds a column, and a changed
 * function. The previous version must live with every one of them.
 * @returns the program that starts it
 */
export async function makeNextVersion(folder: string, tables: readonly string[]): Promise<string> {
  const server = join(folder, 'server');
  await mkdir(server);
  for (const part of ['src', 'migrations', 'schema'])
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
  const functions = join(server, 'schema/platform.sql');
  const changed = (await readFile(functions, 'utf8')).replace('rows of % are kept', 'rows of % stay');
  await writeFile(functions, changed);
  return join(server, 'src/main.ts');
}
