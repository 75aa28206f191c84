import { setTimeout as wait } from 'node:timers/promises';
import { RawConnection } from './raw-http.ts';

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Returns the path of the next request. */
  readonly next: () => string;
  /** Returns the admin's token of the next request. */
  readonly token?: () => string;
}

/** Returns the paths in turn, from the start again after the last one. */
export function inTurn(paths: readonly string[]): () => string {
  let at = 0;
  return () => paths[at++ % paths.length] as string;
}

/** Measures the maximum rate: each connection sends its next request as soon as the previous one is answered. */
export async function fullLoad({ port, connections, seconds, next, token }: LoadOptions): Promise<LoadResult> {
  const record = new Recording();
  const end = performance.now() + seconds * 1000;
  const open = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(port)));
  const begin = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < end) await record.time(performance.now(), connection.get(next(), token?.()));
      connection.close();
    }),
  );
  return record.result((performance.now() - begin) / 1000);
}

/** Sends requests at a fixed rate, even if the answers fall behind. The wait for a free connection counts. */
export async function steadyLoad(options: LoadOptions & { readonly rate: number }): Promise<LoadResult> {
  const { port, connections, seconds, next, rate } = options;
  const clients = await Promise.all(Array.from({ length: connections }, () => RawConnection.open(port)));
  // A server takes up a new connection only with its first request.
  await Promise.all(clients.map((client) => client.get(next())));
  const record = new Recording();
  const free = [...clients];
  const waiting: number[] = [];
  const pending = new Set<Promise<void>>();
  const send = (client: RawConnection, dueAt: number): void => {
    const done = record.time(dueAt, client.get(next())).then(() => {
      pending.delete(done);
      const due = waiting.shift();
      if (due === undefined) free.push(client);
      else send(client, due);
    });
    pending.add(done);
  };
  const begin = performance.now();
  let sent = 0;
  while (performance.now() < begin + seconds * 1000) {
    const due = Math.floor(((performance.now() - begin) / 1000) * rate);
    for (; sent < due; sent += 1) {
      const dueAt = begin + (sent / rate) * 1000;
      const client = free.pop();
      if (client) send(client, dueAt);
      else waiting.push(dueAt);
    }
    await wait(1);
  }
  while (pending.size > 0) await Promise.all(pending);
  for (const client of clients) client.close();
  return record.result((performance.now() - begin) / 1000);
}

class Recording {
  private readonly latencies: number[] = [];
  private readonly statuses: { [status: string]: number } = {};

  async time(from: number, answer: Promise<{ status: number }>): Promise<void> {
    const { status } = await answer;
    this.latencies.push(performance.now() - from);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  result(seconds: number): LoadResult {
    const sorted = Float64Array.from(this.latencies).sort();
    const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    const { length: answers } = sorted;
    return { perSecond: answers / seconds, p50Ms: at(0.5), p99Ms: at(0.99), answers, statuses: this.statuses };
  }
}
