import { createServer, type AddressInfo, type Server } from 'node:net';

/** Listens on every address of this machine, IPv4 and IPv6, on one port, and counts connections. `ipv6` is false if it is disabled. */
export async function setTrap() {
  const servers: Server[] = [];
  const trap = { port: 0, ipv6: true, connections: 0, close: () => servers.forEach((server) => server.close()) };
  for (const host of ['0.0.0.0', '::1']) {
    const server = createServer((socket) => {
      trap.connections += 1;
      socket.destroy();
    });
    const error = await new Promise<NodeJS.ErrnoException | undefined>((done) => {
      server.once('error', done);
      server.listen(trap.port, host, () => done(undefined));
    });
    if (error && !(host === '::1' && /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(error.code ?? ''))) throw error;
    if (error) trap.ipv6 = false;
    else {
      trap.port = (server.address() as AddressInfo).port;
      servers.push(server);
    }
  }
  return trap;
}
