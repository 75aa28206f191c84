import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type Agent as HttpAgent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { PostbackAnswer } from '@muneem/contract/postbacks';
import { freePort } from '@muneem/sandbox/web-kit';
import { expect, onTestFinished } from 'vitest';
import { createSecretBox } from '#platform/crypto/index.ts';
import { newUlid, timeOfUlid } from '#platform/ids/index.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

const APP_SECRET = 'crash-secret-crash-secret-crash-secret';
export const TOKEN = 'crashcrashcrashcrashcrashcrash32';
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

interface ServerProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** The standard output so far. */
  output(): string;
}

/** Creates an empty database and a folder for the servers of one test. All end with the test. */
export async function prepareServers(): Promise<{ database: TestDatabase; dataDir: string; db: Client }> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-servers-'));
  const db = new Client(database.connection);
  await db.connect();
  onTestFinished(async () => {
    await db.end();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { database, dataDir, db };
}

export interface Seed {
  readonly clicks: number;
  readonly users: number;
  /** Events in the order of the offer. The daily `cap` defaults to a million. */
  readonly events: readonly { readonly name: string; readonly cap?: number; readonly isRequired: boolean }[];
}

/** One offer whose events pay ₹5 each, and clicks that alternate between the users. @returns the click ids */
export async function seedClicks(db: Client, { clicks, users, events }: Seed): Promise<string[]> {
  const sealed = createSecretBox(APP_SECRET).seal(TOKEN, 'settings.security-token');
  await db.query(
    "insert into settings (security_token_sealed, domain, system_name, admin_email) values ($1, 'http://127.0.0.1', 'Test', '')",
    [sealed],
  );
  await db.query(`insert into offers (id, title, description, coins, type, requirements, tracking_url)
    values ('ofr_test', 'Test', 'Test', 250, 'install', 'None', 'https://network.example/?c={click_id}')`);
  await db.query(
    `insert into offer_events (offer_id, position, name, payout_paise, daily_cap, is_required)
     select 'ofr_test', position, name, 500, cap, required
     from unnest($1::text[], $2::int[], $3::boolean[]) with ordinality as e (name, cap, required, position)`,
    [events.map(({ name }) => name), events.map(({ cap = 1_000_000 }) => cap), events.map((event) => event.isRequired)],
  );
  await db.query("insert into users (uid) select 'user-' || i from generate_series(1, $1::int) i", [users]);
  await db.query('insert into wallets (user_id) select id from users');
  const ids = Array.from({ length: clicks }, () => newUlid(new Date()));
  await db.query(
    `insert into clicks (id, created_at, offer_id, user_id, status)
     select id, at, 'ofr_test', 1 + n % $3::int, 'clicked' from unnest($1::text[], $2::timestamptz[]) with ordinality as c (id, at, n)`,
    [ids, ids.map((id) => timeOfUlid(id)), users],
  );
  return ids;
}

export interface Request {
  readonly clickId: string;
  readonly event: string;
}

/** Each event of each click, shuffled. */
export function everyRequest(clickIds: readonly string[], events: readonly string[]): Request[] {
  const requests = clickIds.flatMap((clickId) => events.map((event) => ({ clickId, event })));
  shuffle(requests);
  return requests;
}

/** The conversions acknowledged for each click and event, by "click event". */
export type Acknowledged = Map<string, Set<string>>;
export const nameOf = ({ clickId, event }: Request): string => `${clickId} ${event}`;
export const listConversions = async (db: Client): Promise<{ name: string; id: string }[]> =>
  (await db.query<{ name: string; id: string }>("select click_id || ' ' || event_key as name, id from conversions"))
    .rows;

const children = new Set<ChildProcess>();
export const killServers = (): void => children.forEach((child) => void child.kill('SIGKILL'));

/** Starts the server as a process on an existing database, and waits until it is ready. */
export async function startServer(...how: Parameters<typeof spawnServer>): Promise<ServerProcess> {
  const server = await spawnServer(...how);
  const ready = () =>
    fetch(`http://127.0.0.1:${server.port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  return server;
}

/** Starts the server as a process. It may not be ready yet. */
export async function spawnServer(
  database: Pick<TestDatabase, 'environment'>,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const environment = {
    ...database.environment,
    DATA_DIR: dataDir,
    APP_SECRET,
    PORT: String(port),
    LOG_LEVEL: 'error',
    ...settings,
  };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  children.add(child);
  return { port, child, output: () => output };
}

/** Sends a postback and records its answer. @returns false when the connection broke before the whole answer */
export async function sendPostback(
  port: number,
  agent: HttpAgent,
  request: Request,
  told: Acknowledged,
): Promise<boolean> {
  const query = `token=${TOKEN}&click_id=${request.clickId}`;
  const answer = await ask(agent, `http://127.0.0.1:${port}/postback/ofr_test/${request.event}?${query}`);
  if (answer === undefined) return false;
  expect(answer.success).toBe(true);
  const name = nameOf(request);
  told.set(name, (told.get(name) ?? new Set()).add(answer.conversionId ?? ''));
  return true;
}

function ask(agent: HttpAgent, url: string): Promise<PostbackAnswer | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', () => resolve(undefined));
      response.on('end', () => resolve(response.complete ? (JSON.parse(text) as PostbackAnswer) : undefined));
    });
    request.on('error', () => resolve(undefined));
  });
}

export function shuffle(list: unknown[]): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
}
