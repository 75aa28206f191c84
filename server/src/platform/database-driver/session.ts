import type { Socket } from 'node:net';
import { Client, types, type ClientConfig } from 'pg';
import { findWritableHost, urlsOfHosts } from './hosts.ts';
import { readOnlyError, timeoutError } from './outage.ts';
import { watchForSilence, type WatchedClient } from './silence.ts';

/** Server-side limits of a session in milliseconds; 0 is no limit. */
interface SessionLimits {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
}

export interface SessionConfig extends ClientConfig {
  /** The time to open a connection. */
  readonly connectMs?: number;
  /** Without them only the server's own limits apply: migrations and operator commands may take hours. */
  readonly limits?: SessionLimits;
  /** Refuses every change, also on a host that accepts them. */
  readonly isReadOnly?: boolean;
}

const CONNECT_MS = 5_000;
/** Finds a dead idle connection in 6 s. Node before 26 ignores the last two: 13 s. */
const KEEP_ALIVE = { afterMs: 3_000, everyMs: 1_000, count: 3 };
/** The server gives up on a dead client after 25 s: its locks and advisory locks are then free. */
const SERVER_KEEP_ALIVE = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
};

/**
 * PostgreSQL warns from this function when it stops waiting for a synchronous standby: the commit may exist only here.
 */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';

const INT8_OID = 20;
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of JavaScript's range: ${text}`);
  return value;
});
const DATE_OID = 1082;
types.setTypeParser(DATE_OID, (text) => text);

/**
 * The one kind of connection. It finds the host that accepts writes, has time limits, and fails when its network or its
 * server is gone. Settings are sent as a statement, because PgBouncer refuses unknown startup parameters.
 */
export class SessionClient extends Client implements WatchedClient {
  /** The server's process id. The protocol's own number is wrong behind PgBouncer. */
  backendPid = 0;
  readonly connectMs: number;
  private readonly urls: readonly string[];
  private readonly limits: SessionLimits | undefined;
  private readonly isReadOnly: boolean;

  constructor(config: SessionConfig = {}) {
    const urls = config.connectionString === undefined ? [] : urlsOfHosts(config.connectionString);
    super({ ...config, ...(urls.length > 1 && { connectionString: urls[0] }), pipeline: true });
    this.urls = urls;
    this.connectMs = config.connectMs ?? CONNECT_MS;
    this.limits = config.limits;
    this.isReadOnly = config.isReadOnly ?? false;
    this.socket.setKeepAlive(true, KEEP_ALIVE.afterMs, KEEP_ALIVE.everyMs, KEEP_ALIVE.count);
    // A connection may break between two statements. The next one fails; without a listener the process would end.
    this.on('error', () => undefined);
    this.on('notice', ({ routine }) => {
      if (routine === WAITS_FOR_STANDBY) this.fail(timeoutError('no standby has confirmed the commit in time'));
    });
  }

  /** Fails the statement in flight at once: `pg` would first read the rest of what the server sent, such as its success. */
  private fail(error: Error): void {
    this.connection.emit('error', error);
    this.socket.destroy();
  }

  get socket(): Socket {
    return this.connection.stream as Socket;
  }

  get isBusy(): boolean {
    return (this as unknown as { readonly readyForQuery?: boolean }).readyForQuery === false;
  }

  /** `pg`'s pool calls it with a callback. */
  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: (error: never, client: Client) => void): Promise<Client> {
    const opened = this.open();
    if (callback) opened.then((client) => callback(null as never, client), callback as (error: unknown) => void);
    return opened;
  }

  private async open(): Promise<Client> {
    if (this.urls.length > 1) Object.assign(this, await findWritableHost(this.urls, this.connectMs));
    const late = setTimeout(
      () => this.socket.destroy(timeoutError('timeout expired while connecting to the database')),
      this.connectMs,
    );
    try {
      await super.connect();
      await this.prepareSession();
    } catch (error) {
      void this.end().catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(late);
    }
    watchForSilence(this);
    return this;
  }

  /**
   * Turns `jit` off: compiling a statement would take a second, and running it takes milliseconds. So would the start of
   * parallel workers, and other requests need the processors.
   */
  private async prepareSession(): Promise<void> {
    const settings = {
      ...SERVER_KEEP_ALIVE,
      jit: 0,
      max_parallel_workers_per_gather: 0,
      ...(this.isReadOnly && { default_transaction_read_only: 1 }),
      ...(this.limits && {
        statement_timeout: this.limits.statementMs,
        lock_timeout: this.limits.lockMs,
        idle_in_transaction_session_timeout: this.limits.idleInTransactionMs,
      }),
    };
    const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${Math.round(value)}', false)`);
    const { rows } = await this.query<{ pid: number; demoted: boolean }>(
      `select pg_backend_pid() as pid, current_setting('transaction_read_only') = 'on' as demoted, ${set.join(', ')}`,
    );
    this.backendPid = rows[0]?.pid ?? 0;
    // The host was demoted after it was chosen. The next connection chooses again.
    if (this.urls.length > 1 && rows[0]?.demoted) throw readOnlyError(`${this.host} is read-only`);
  }
}
