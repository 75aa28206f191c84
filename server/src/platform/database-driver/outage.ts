/** SQLSTATEs of temporary conditions: connection, role, deadlock, resources, read-only, timeouts, shutdown, disk. */
const TEMPORARY = /^(08|28|3D000|40|25006|25P0[34]|53|55P03|57|58)/;
const READ_ONLY = '25006';
/** SQLSTATEs of a timeout or a lost race, while the server is reachable. */
const BUSY = /^(40|25P0[34]|53300|55P03|57014)/;
const NETWORK = /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|ENOENT|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT)$/;
/** Errors of the driver that carry no code. */
const DRIVER =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|connection error and is not queryable/;

export type Outage = 'unreachable' | 'read-only' | 'busy';

export const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Returns why the database cannot do this now. Undefined if a retry of the same request would fail too. */
export function outageOf(error: unknown): Outage | undefined {
  const code = sqlState(error) ?? '';
  if (code === READ_ONLY) return 'read-only';
  if (BUSY.test(code)) return 'busy';
  if (TEMPORARY.test(code) || NETWORK.test(code)) return 'unreachable';
  return error instanceof Error && DRIVER.test(error.message) ? 'unreachable' : undefined;
}

export const readOnlyError = (message: string): Error => Object.assign(new Error(message), { code: READ_ONLY });

export const timeoutError = (message: string): Error => Object.assign(new Error(message), { code: 'ETIMEDOUT' });
