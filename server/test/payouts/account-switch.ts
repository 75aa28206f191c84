import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Several accounts of a provider behind one address. As at the provider, the key selects the account's book. */
export async function startAccountSwitch() {
  const accounts = new Map<string, { url: string; knownAs: string }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const account = accounts.get(String(request.headers.authorization).replace('Bearer ', ''));
      if (!account) {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ status: false, statusCode: 401, message: "You Don't Have Access", data: {} }));
        return;
      }
      const { method = 'GET' } = request;
      fetch(`${account.url}${request.url}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${account.knownAs}` },
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      })
        .then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json' });
          response.end(await answer.text());
        })
        // The provider has disconnected.
        .catch(() => request.socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Routes calls with `key` to the book at `url`, which knows the key as `knownAs`. */
    open: (key: string, url: string, knownAs: string) => void accounts.set(key, { url, knownAs }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
