import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Html } from './page.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** A request with its whole body. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The part of the path that matches the `*` at the end of a route. */
  readonly rest: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The parsed JSON or form body. Undefined for any other content type. */
  readonly body: unknown;
  /** For handlers that break the protocol on purpose. */
  readonly raw: ServerResponse;
}

/** The answer. `handled`: the handler has answered or disconnected. */
export type Answer =
  | { readonly json: unknown; readonly status?: number }
  | { readonly html: Html | string; readonly status?: number }
  | { readonly text: string; readonly status?: number; readonly type?: string }
  | { readonly redirect: string }
  | { readonly handled: true };

export type Handler = (call: Call) => Answer | Promise<Answer>;

export interface Site {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts a small HTTP site. `routes` have keys like `GET /status` or `POST /client/*`. The longest match answers.
 * @param port 0 for any free port
 */
export async function startSite(
  routes: Readonly<Record<string, Handler>>,
  { port = 0, host = '127.0.0.1' } = {},
): Promise<Site> {
  const known = Object.entries(routes).map(([key, handler]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, path: path.replace(/\*$/, ''), open: path.endsWith('*'), handler };
  });
  known.sort((a, b) => b.path.length - a.path.length);
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, raw: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const fits = known.filter(({ path, open }) => (open ? url.pathname.startsWith(path) : url.pathname === path));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = fits.find((candidate) => candidate.method === method);
    if (route === undefined) {
      const status = fits.length > 0 ? 405 : 404;
      send(raw, { json: { status: false, statusCode: status, message: 'There is nothing here.' }, status });
      return;
    }
    const text = await readText(request);
    const answer = await route.handler({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      rest: decodeURIComponent(url.pathname.slice(route.path.length)),
      headers: request.headers,
      text,
      body: parseBody(text, request.headers['content-type'] ?? ''),
      raw,
    });
    if (!raw.destroyed) send(raw, answer);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${bound}`,
    port: bound,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(raw: ServerResponse, answer: Answer): void {
  if ('handled' in answer) return;
  if ('redirect' in answer) {
    raw.writeHead(302, { location: answer.redirect }).end();
    return;
  }
  const [type, content] =
    'json' in answer
      ? ['application/json', JSON.stringify(answer.json)]
      : 'html' in answer
        ? ['text/html; charset=utf-8', String(answer.html)]
        : [answer.type ?? 'text/plain; charset=utf-8', answer.text];
  raw.writeHead(answer.status ?? 200, { 'content-type': type, 'cache-control': 'no-store' }).end(content);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string, type: string): unknown {
  if (text === '') return undefined;
  if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
