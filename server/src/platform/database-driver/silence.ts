import type { Socket } from 'node:net';
import { Client } from 'pg';
import { sqlState, timeoutError } from './outage.ts';

/** Together with a failed check (5 s), a dead connection is found within 10 s. */
const SILENT_MS = 3_000;
const LOOK_EVERY_MS = 250;

/** Processes that run a statement and do not wait for us to read or send. */
const AT_WORK = `select pid from pg_stat_activity
  where pid = any($1::int[]) and state = 'active' and wait_event_type is distinct from 'Client'`;

/** The part of a connection that the watch needs. */
export interface WatchedClient extends Client {
  readonly backendPid: number;
  /** The time to open another connection. */
  readonly connectMs: number;
  readonly socket: Socket;
  /** True while a statement waits for its answer. */
  readonly isBusy: boolean;
}

interface Progress {
  /** Changes whenever bytes come in or go out. */
  readonly bytes: number;
  readonly sinceMs: number;
}

const watched = new Map<WatchedClient, Progress>();
/** Servers with a check in flight. */
const asking = new Set<string>();
let timer: NodeJS.Timeout | undefined;

/**
 * Closes a connection whose statement will never be answered. TCP keepalive cannot: Linux sends none while our bytes are
 * unacknowledged, and retries those for 16 minutes. The client cannot tell a slow statement from a dead
 * connection. So a new connection asks the server whether the statement still runs.
 */
export function watchForSilence(client: WatchedClient): void {
  watched.set(client, progressOf(client));
  timer ??= setInterval(look, LOOK_EVERY_MS).unref();
  client.once('end', () => {
    watched.delete(client);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

const bytesOf = ({ socket }: WatchedClient): number => socket.bytesRead - socket.writableLength;

const progressOf = (client: WatchedClient): Progress => ({ bytes: bytesOf(client), sinceMs: performance.now() });

function look(): void {
  const silent = new Map<string, WatchedClient[]>();
  for (const [client, { bytes, sinceMs }] of watched) {
    if (!client.isBusy || bytes !== bytesOf(client)) watched.set(client, progressOf(client));
    else if (performance.now() - sinceMs >= Math.min(SILENT_MS, client.connectMs)) {
      const server = `${client.host}:${client.port}`;
      silent.set(server, [...(silent.get(server) ?? []), client]);
    }
  }
  for (const [server, clients] of silent) {
    if (asking.has(server)) continue;
    asking.add(server);
    void closeDead(clients).finally(() => asking.delete(server));
  }
}

async function closeDead(clients: readonly WatchedClient[]): Promise<void> {
  const before = clients.map(bytesOf);
  const atWork = await findAtWork(clients);
  clients.forEach((client, index) => {
    const isDead = atWork?.has(client.backendPid) === false && client.isBusy && bytesOf(client) === before[index];
    if (isDead) client.socket.destroy(timeoutError('the database connection is dead: its statement has no answer'));
    else if (watched.has(client)) watched.set(client, progressOf(client));
  });
}

/** @returns the processes that run a statement, an empty set if the server is unreachable, null if the query failed */
async function findAtWork(clients: readonly WatchedClient[]): Promise<ReadonlySet<number> | null> {
  const { user, password, host, port, database, ssl, connectMs } = clients[0] as WatchedClient;
  const limitMs = { connectionTimeoutMillis: connectMs, query_timeout: connectMs };
  const client = new Client({ user, password: password ?? undefined, host, port, database, ssl, ...limitMs });
  client.on('error', () => undefined);
  let connected = false;
  try {
    await client.connect();
    connected = true;
    const { rows } = await client.query<{ pid: number }>(AT_WORK, [clients.map(({ backendPid }) => backendPid)]);
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    // A SQLSTATE, or a PgBouncer without a free connection, proves nothing about the silent statement.
    return connected || /^[0-9A-Z]{5}$/.test(sqlState(error) ?? '') ? null : new Set();
  } finally {
    void client.end().catch(() => undefined);
  }
}
