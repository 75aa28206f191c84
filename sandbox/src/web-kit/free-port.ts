import { createServer } from 'node:net';

const TRIES = 50;

/** Returns the wanted port, or the next free one. */
export async function freePort(wanted: number, host = '127.0.0.1'): Promise<number> {
  for (let port = wanted; port < wanted + TRIES && port <= 65_535; port += 1) {
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No free port from ${wanted} to ${wanted + TRIES - 1}.`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
