import { Client, type ClientConfig } from 'pg';
import { urlsOfHosts } from './hosts.ts';

const LIMIT_MS = 5_000;
/** A busy pooler may give a client the same session twice by chance, but not five times in a row. */
const TRIES = 5;

/**
 * Refuses a pooler that lends one session to several clients. Session locks, session settings and prepared statements,
 * which we use, would then belong to other clients. Ignores a host that cannot be reached: the first real connection
 * reports it.
 * @throws Error in one line
 */
export async function refuseTransactionPooling(url: string): Promise<void> {
  await Promise.all(urlsOfHosts(url).map(refuseOneHost));
}

async function refuseOneHost(connectionString: string): Promise<void> {
  // Plain clients: in transaction mode the settings of our own sessions would leak to other clients.
  const config = { connectionString, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS };
  const clients = [open(config), open(config)] as const;
  try {
    if (await sharesSessions(...clients).catch(() => false))
      throw new Error(
        'DATABASE_URL leads to a connection pooler in transaction mode; set pool_mode = session for this database',
      );
  } finally {
    for (const client of clients) void client.end().catch(() => undefined);
  }
}

function open(config: ClientConfig): Client {
  return new Client(config).on('error', () => undefined);
}

async function sharesSessions(first: Client, second: Client): Promise<boolean> {
  await first.connect();
  // PgBouncer makes up the process id of the protocol; PostgreSQL itself sends the real one.
  if ((first as Client & { readonly processID: number }).processID === (await backendOf(first))) return false;
  await second.connect();
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await backendOf(first);
    await second.query('begin');
    if ((await backendOf(second)) === before || (await backendOf(first)) !== before) return true;
    await second.query('rollback');
  }
  return false;
}

async function backendOf(client: Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
}
