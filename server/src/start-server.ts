import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#platform/clock/index.ts';
import { ConfigError, readConfig, readOrMakeAppSecrets, type AppSecrets, type Config } from '#platform/config/index.ts';
import { archiveOf, RESTORING, unfinishedRestore } from '#platform/embedded-backup/index.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded-postgresql/index.ts';
import { outageOf, refuseTransactionPooling, type Outage } from '#platform/database-driver/index.ts';
import { migrate, openDatabase, sessionLimits, type Database } from '#platform/database/index.ts';
import { serverName } from '#platform/stored-secrets/index.ts';
import { createLogger, type Logger } from '#platform/logger/index.ts';
import type { App } from './app.ts';

const SHUTDOWN_LIMIT_MS = 9_500;
const CANNOT_START: Readonly<Record<Outage, string>> = {
  unreachable: 'cannot be reached',
  'read-only': 'accepts no changes',
  busy: 'is too busy',
};
const NO_PRIVILEGE = '42501';

/** Runs the server until a signal stops it. Prints a failed start in one line and exits with 1. */
export async function main(clock: Clock): Promise<void> {
  try {
    await run(clock);
  } catch (error) {
    const reason = error instanceof ConfigError ? error.message : describe(error);
    process.stderr.write(`${reason.replaceAll(/^/gm, 'muneem: ')}\n`);
    process.exit(1);
  }
}

async function run(clock: Clock): Promise<void> {
  const config = await withRealPort(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  await makeDataDir(config.DATA_DIR);
  if (existsSync(join(config.DATA_DIR, RESTORING))) throw new ConfigError(unfinishedRestore(config.DATA_DIR));
  const secrets = await readOrMakeAppSecrets(config);
  const { promise: launched, resolve } = Promise.withResolvers<void>();
  const starting =
    config.DATABASE_URL === undefined
      ? startEmbeddedPostgres({ dataDir: config.DATA_DIR, archiveTo: archiveOf(config), launched: resolve, logger })
      : undefined;
  // The features load while the database starts. Their import blocks this process, so the database is launched first.
  await Promise.race([launched, starting]);
  const [embedded] = await Promise.all([starting, import('./app.ts')]);
  try {
    await serve({ ...config, ...secrets }, logger, clock, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function serve(
  config: Config & AppSecrets,
  logger: Logger,
  clock: Clock,
  embedded: EmbeddedPostgres | undefined,
): Promise<void> {
  const connection = { connectionString: embedded?.url ?? config.DATABASE_URL };
  const owner = { connectionString: embedded?.ownerUrl ?? config.DATABASE_OWNER_URL ?? connection.connectionString };
  if (config.DATABASE_URL !== undefined) await refuseTransactionPooling(config.DATABASE_URL);
  const applied = await migrate(owner, connection).catch((error: unknown) => {
    const outage = outageOf(error);
    const { message, code } = error as NodeJS.ErrnoException;
    if (outage !== undefined)
      throw new ConfigError(`the database of DATABASE_URL ${CANNOT_START[outage]}: ${message || code}`);
    if (code === NO_PRIVILEGE)
      throw new ConfigError(
        `the role that owns the tables must run the migrations, set DATABASE_OWNER_URL: ${message}`,
      );
    throw error;
  });
  if (applied.length > 0) logger.info({ applied }, 'database migrated');
  if (owner.connectionString === connection.connectionString)
    logger.warn('the server owns its tables: only triggers protect ledger and audit log; set DATABASE_OWNER_URL');
  const database = openDatabase(
    { ...connection, ...sessionLimits(config), max: config.DATABASE_POOL, application_name: serverName(config) },
    logger,
    clock,
  );
  const app = await startApp(config, database, logger);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    if (signal === 'SIGTERM' && config.DRAIN_S > 0) {
      app.drain();
      await wait(config.DRAIN_S * 1_000);
    }
    await app.stop();
    await database.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

/** Starts listening. On failure it stops everything that was started. */
async function startApp(config: Config & AppSecrets, database: Database, logger: Logger): Promise<App> {
  const { createApp } = await import('./app.ts');
  let app: App | undefined;
  try {
    app = await createApp({ config, database, logger, clock: database.clock });
    await app.start();
    const address = await app.http.fastify.listen({ host: config.HOST, port: config.PORT });
    logger.info({ address, publicUrl: config.PUBLIC_URL }, 'listening');
    return app;
  } catch (error) {
    await app?.stop().catch(() => undefined);
    await database.close();
    throw error;
  }
}

async function makeDataDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
}

/** Reserves a free port for PORT=0 before the server listens, because mails and postback URLs contain it. */
async function withRealPort(environment: NodeJS.ProcessEnv): Promise<Config> {
  const config = readConfig(environment);
  if (config.PORT !== 0) return config;
  const probe = createServer().listen(0, config.HOST);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return readConfig({ ...environment, PORT: String(port) });
}

function describe(error: unknown): string {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `another program uses HOST and PORT (${message}); set PORT to a free one`;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `The server cannot listen on HOST and PORT (${message})`;
  return message;
}
