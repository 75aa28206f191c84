import type { Socket } from 'node:net';
import { Client } from 'pg';
import { outageOf, readOnlyError, sqlState, timeoutError } from './outage.ts';

export interface Host {
  readonly host: string;
  readonly port: number;
}

/** Splits `postgres://user@h1:5432,h2/database` into one URL for each host. */
export function urlsOfHosts(url: string): string[] {
  const [, start, hosts, rest] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts?.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url];
}

/** How long to wait for the other hosts after a standby answered. A silent one is probably the dead primary. */
const PATIENCE_MS = 2_000;

/**
 * Connects to all hosts at once. @returns the first that accepts writes, as libpq's `target_session_attrs=read-write` does
 * @throws Error `25006` when a host answers but none accepts writes
 */
export async function findWritableHost(urls: readonly string[], limitMs: number): Promise<Host> {
  const patience = new AbortController();
  const ask = (url: string): Promise<Host> =>
    askHost(url, limitMs, patience.signal).catch((error: unknown) => {
      if (outageOf(error) === 'read-only') setTimeout(() => patience.abort(), PATIENCE_MS).unref();
      throw error;
    });
  try {
    return await Promise.any(urls.map(ask));
  } catch (error) {
    const { errors } = error as AggregateError & { errors: Error[] };
    const reasons = errors.map(({ message, code }: NodeJS.ErrnoException) => message || code).join('; ');
    const message = `no host of DATABASE_URL accepts writes: ${reasons}`;
    if (errors.some((reason) => outageOf(reason) === 'read-only')) throw readOnlyError(message);
    throw Object.assign(new Error(message, { cause: error }), { code: sqlState(errors[0]) ?? 'ETIMEDOUT' });
  }
}

async function askHost(url: string, limitMs: number, patience: AbortSignal): Promise<Host> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
  client.on('error', () => undefined);
  const { host, port } = client;
  patience.addEventListener('abort', () => {
    (client.connection.stream as Socket).destroy(timeoutError(`${host}:${port} does not answer`));
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ value: string }>(`select current_setting('transaction_read_only') as value`);
    if (rows[0]?.value !== 'off') throw readOnlyError(`${host}:${port} is read-only`);
    return { host, port };
  } finally {
    // Not awaited: a dead host never confirms the end.
    void client.end().catch(() => undefined);
  }
}
