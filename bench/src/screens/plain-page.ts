import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build, type Rollup } from 'vite';

const compress = promisify(brotliCompress);

/** Builds and serves the page in plain React. Its calls go to the product. */
export async function startPlainPage(product: string) {
  const files = await buildFiles();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/api/')) return void forward(`${product}${path}`, request, response);
    const [type, body] = files.get(path) ?? files.get('/index.html')!;
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

/** @returns media type and compressed content by path */
async function buildFiles(): Promise<Map<string, readonly [string, Buffer]>> {
  const built = (await build({
    root: `${import.meta.dirname}/plain-react`,
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  })) as Rollup.RollupOutput;
  const files = new Map<string, readonly [string, Buffer]>();
  for (const file of built.output) {
    const type = TYPES[file.fileName.split('.').at(-1) ?? ''] ?? 'text/plain';
    files.set(`/${file.fileName}`, [type, await compress(file.type === 'chunk' ? file.code : file.source)]);
  }
  return files;
}

async function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: request.headers.authorization ?? '' } });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}
