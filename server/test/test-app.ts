import { createApp, type App, type AppDependencies } from '../src/app.ts';
import { readConfig } from '#platform/config/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { openDatabase, sessionLimits, type Database } from '#platform/database/index.ts';
import { createLogger, type Logger } from '#platform/logger/index.ts';
import type { ResolveName } from '#platform/outbound-http/index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openAdminSession } from './admin-session.ts';
import { atTheEnd } from './at-the-end.ts';
import { openDatabaseLine, type DatabaseLine } from './database-line.ts';
import { createTestDatabase } from './test-database.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(at: Date | string): void;
  advance(ms: number): void;
}

type Json = ReturnType<typeof JSON.parse>;

export interface Answer<Body = Json> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The parsed JSON, or the text of another answer. */
  readonly body: Body;
}

/** Calls a route in this process, as the administrator admin@example.com unless `caller` is another one. */
export type Call = <Body = Json>(
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object | string,
  caller?: { readonly headers: Readonly<Record<string, string>> },
) => Promise<Answer<Body>>;

interface Calls {
  readonly call: Call;
  /** A call that must succeed. @returns the body. @throws unless the answer is 200 */
  readonly must: <Body = Json>(...call: Parameters<Call>) => Promise<Body>;
}

export interface TestApp extends App, Calls {
  /** Superuser connections, for direct access by tests. */
  readonly database: Database;
  /** The app's connections, with the role of the server. */
  readonly serverDatabase: Database;
  readonly config: AppDependencies['config'];
  readonly clock: TestClock;
  /** The failing proxy to the app's database, if the test requested one. */
  readonly line: DatabaseLine | undefined;
  /** Warnings in the app's log, if the test requested the proxy. */
  readonly warnings: readonly string[];
  /** Listens on a real socket. @returns `http://127.0.0.1:port` */
  listen(): Promise<string>;
  /** Stops the app and removes its database and folder. Otherwise the end of its test or file does. */
  close(): Promise<void>;
}

interface TestAppOptions {
  readonly now?: string;
  readonly resolveName?: ResolveName;
  readonly withLine?: boolean;
  /** Receives the log lines. */
  readonly logger?: Logger;
}

export const TEST_PLATFORM_KEY = 'test-platform-key-0123456789';

/** The consumer app as the caller of a change. */
export const platformCaller = (key: string = crypto.randomUUID()) => ({
  headers: { authorization: `Bearer ${TEST_PLATFORM_KEY}`, 'idempotency-key': key },
});

/**
 * The real app on a fresh database; only the clock is replaced. Background work runs only after `start()`. `settings`
 * are environment settings (`{ SMTP_URL: … }`).
 */
export async function createTestApp(
  settings: Readonly<Record<string, string>> = {},
  { now, resolveName, withLine = false, logger: ownLogger }: TestAppOptions = {},
): Promise<TestApp> {
  const testDatabase = await createTestDatabase();
  const line = withLine ? await openDatabaseLine(testDatabase.serverConnection.connectionString) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-test-'));
  const config: AppDependencies['config'] = {
    APP_SECRET: 'test-secret-test-secret-test-secret!',
    ...readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      PLATFORM_API_KEY: TEST_PLATFORM_KEY,
      EGRESS_ALLOW: '127.0.0.0/8',
      PORT: '0',
      ...settings,
    }),
  } as AppDependencies['config'];
  const warnings: string[] = [];
  const keep = { write: (entry: string) => void warnings.push((JSON.parse(entry) as { msg: string }).msg) };
  const logger = ownLogger ?? (withLine ? pino({ level: 'warn' }, keep) : createLogger(config.LOG_LEVEL));
  const database = openDatabase(
    { ...testDatabase.connection, max: 12, application_name: 'muneem-test' },
    createLogger(config.LOG_LEVEL),
  );
  const clock = createTestClock(now);
  const { connectionString } = line ?? testDatabase.serverConnection;
  const serverDatabase = openDatabase(
    { connectionString, ...sessionLimits(config), max: 12, application_name: 'muneem-test' },
    logger,
    clock,
  );
  const app = await createApp({
    config,
    database: serverDatabase,
    logger,
    clock,
    ...(resolveName ? { resolveName } : {}),
  });
  return {
    ...app,
    ...callsOf(app, { database, clock }),
    database,
    serverDatabase,
    config,
    clock,
    line,
    warnings,
    listen: () => listen(app),
    close: atTheEnd(async () => {
      await app.stop();
      await serverDatabase.close();
      await database.close();
      await line?.close();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    }),
  };
}

const listen = ({ http }: App): Promise<string> => http.fastify.listen({ host: '127.0.0.1', port: 0 });

function callsOf({ http }: App, app: Pick<TestApp, 'database' | 'clock'>): Calls {
  let admin: ReturnType<typeof openAdminSession> | undefined;
  const call: Call = async (method, url, body, caller) => {
    const { headers } = caller ?? (await (admin ??= openAdminSession(app)));
    const response = await http.fastify.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers as Answer['headers'],
      body: (isJson ? response.json() : response.body) as never,
    };
  };
  return {
    call,
    must: async (method, url, ...more) => {
      const { status, body } = await call(method, url, ...more);
      if (status !== 200) throw new Error(`${method} ${url} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

/** Another server on the database of a test app. Stops before the app. */
export async function createSecondNode(
  { database: own, serverDatabase: database, clock, config }: TestApp,
  settings: Partial<
    Pick<
      AppDependencies['config'],
      'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'APP_SECRET' | 'APP_SECRET_PREVIOUS' | 'COINS_PER_RUPEE' | 'SMTP_URL'
    >
  > = {},
  logger: Logger = createLogger('silent'),
): Promise<App & Calls & Pick<TestApp, 'listen'>> {
  const app = await createApp({ config: { ...config, ...settings }, database, clock, logger });
  const stop = atTheEnd(() => app.stop());
  return { ...app, ...callsOf(app, { database: own, clock }), stop, listen: () => listen(app) };
}

/** Real time until `set` or `advance` is called. After that, only they move it. */
function createTestClock(now?: string): TestClock {
  let fixed = now === undefined ? undefined : new Date(now);
  return {
    now: () => fixed ?? new Date(),
    set: (at) => void (fixed = new Date(at)),
    advance: (ms) => void (fixed = new Date((fixed ?? new Date()).getTime() + ms)),
  };
}
