import { Agent, request } from 'node:http';
import type { FuzzRequest } from './fuzz-requests.ts';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

export interface RawClient {
  send(call: FuzzRequest): Promise<RawAnswer>;
  close(): void;
}

const PATIENCE_MS = 10_000;

/** Sends paths unchanged: `inject` and `fetch` resolve dot segments first. An endless answer ends at its head. */
export function createRawClient(base: string): RawClient {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const call = request({ hostname, port, method, path, headers, agent, timeout: PATIENCE_MS }, (response) => {
          const status = response.statusCode ?? 0;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('end', () => resolve({ status, body: Buffer.concat(chunks).toString() }));
          response.once('error', reject);
          if (response.headers['content-type']?.startsWith('text/event-stream') !== true) return;
          resolve({ status, body: '' });
          response.destroy();
        });
        call.once('timeout', () => call.destroy(new Error('no answer in time')));
        call.once('error', reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
}
