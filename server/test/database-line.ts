import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { Client } from 'pg';

export type DatabaseLine = Awaited<ReturnType<typeof openDatabaseLine>>;

/** A proxy to a database that fails as networks and servers do. */
export async function openDatabaseLine(connectionString: string) {
  const { host, port, user, password, database } = new Client({ connectionString });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let isReadOnly = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((inbound) => {
    const outbound = connect(target);
    keep(inbound).on('close', () => outbound.destroy());
    keep(outbound).on('close', () => inbound.destroy());
    if (isFrozen) return;
    inbound.once('data', (startup) => {
      outbound.write(isReadOnly ? withReadOnly(startup as Buffer) : startup);
      inbound.pipe(outbound).pipe(inbound);
    });
  });
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const ownPort = await listen(0);
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    breakAll();
    await closed;
  };
  const credentials = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`;
  return {
    port: ownPort,
    connectionString: `postgresql://${credentials}@127.0.0.1:${ownPort}/${database ?? ''}`,
    /** Breaks every connection and refuses new ones. */
    cut,
    async mend() {
      await listen(ownPort);
    },
    /** Silently drops everything sent from now on, and closes nothing. */
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Accepts new connections again. Frozen ones stay dead, as after a firewall dropped their state. */
    thaw() {
      isFrozen = false;
    },
    /** Breaks every connection; new ones are read-only, as on a primary that was demoted. */
    demote() {
      isReadOnly = true;
      breakAll();
    },
    /** Breaks every connection; new ones accept writes. */
    promote() {
      isReadOnly = false;
      breakAll();
    },
    close: cut,
  };
}

/** Adds a setting to the startup message: length, protocol version, pairs of texts, a zero byte. */
function withReadOnly(startup: Buffer): Buffer {
  const setting = Buffer.from('options\0-c default_transaction_read_only=on\0\0');
  const message = Buffer.concat([startup.subarray(0, -1), setting]);
  message.writeInt32BE(message.length);
  return message;
}
