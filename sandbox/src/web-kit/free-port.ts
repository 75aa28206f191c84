import { createServer, type AddressInfo } from 'node:net';

const TRIES = 50;

/** Systems give ports from 32768 on to outgoing connections, which could take one before its server listens. */
const anyPort = (): number => 11_000 + Math.floor(Math.random() * 10_000);

/** Returns the wanted port, or the next free one. Without a wanted port, a random free one. */
export async function freePort(wanted = anyPort(), host = '127.0.0.1'): Promise<number> {
  for (let port = wanted; port < wanted + TRIES && port <= 65_535; port += 1) {
    const free = await probe(port, host);
    if (free !== undefined) return free;
  }
  throw new Error(`No free port from ${wanted} to ${wanted + TRIES - 1}.`);
}

function probe(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, host, () => {
      const free = (server.address() as AddressInfo).port;
      server.close(() => resolve(free));
    });
  });
}
