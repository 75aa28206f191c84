import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atTheEnd } from '#test/at-the-end.ts';

export interface ReceivedCall {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type TrackingTarget = Awaited<ReturnType<typeof startTarget>>;
type Respond = (call: ReceivedCall, response: ServerResponse, callNumber: number) => void;

/** A tracking company's server on a real socket. Answers 200 unless set otherwise. @param port 0: any free one */
export async function startTarget(port = 0) {
  const calls: ReceivedCall[] = [];
  let answer: Respond = (_call, response) => void response.end('ok');
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { url = '/', method = '', headers } = request;
      const call = { method, url, query: new URL(url, 'http://x').searchParams, headers, body };
      calls.push(call);
      answer(call, response, calls.length);
    });
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** The delivery ids of the calls, in the order of arrival. */
    get deliveries() {
      return calls.map(({ headers }) => String(headers['x-muneem-delivery']));
    },
    /** Sets the answer to the next calls. */
    behave: (next: Respond) => void (answer = next),
    close: atTheEnd(() => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    }),
  };
}

export const status =
  (code: number, body = '', headers: Record<string, string> = {}) =>
  (_call: ReceivedCall, response: ServerResponse): void =>
    void response.writeHead(code, headers).end(body);
