import { setTimeout as wait } from 'node:timers/promises';

const THINK_MS = 1_000;
const TOO_MANY = 429;
const QUESTIONS = [
  'conversion-reports?page=1',
  'conversion-reports?status=rejected&page=3',
  'conversion-reports/stats?event=deposit',
  'conversion-reports/breakdown?by=day',
  'conversion-reports/breakdown?by=city',
  'conversion-reports?event=level-50',
];

export interface Reading {
  stop(): Promise<{ readonly exportedRows: number; readonly answers: number; readonly failures: number }>;
}

/** Reads reports as admins do, each again a second after its answer. The last admin exports all rows, again and again. */
export function readReports(url: string, tokens: readonly string[]): Reading {
  const over = new AbortController();
  const counts = { exportedRows: 0, answers: 0, failures: 0 };
  const get = (path: string, token: string): Promise<Response> =>
    fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` }, signal: over.signal });
  const read = async (token: string, reader: number): Promise<void> => {
    for (let n = reader; !over.signal.aborted; n += 1) {
      const answer = await get(QUESTIONS[n % QUESTIONS.length] as string, token);
      await answer.arrayBuffer();
      if (answer.ok) counts.answers += 1;
      else counts.failures += 1;
      await wait(THINK_MS, undefined, { signal: over.signal });
    }
  };
  const exportAll = async (token: string): Promise<void> => {
    while (!over.signal.aborted) {
      const { ok, status, body } = await get('exports/conversions.csv', token);
      if (!ok && status !== TOO_MANY) counts.failures += 1;
      // Small exports reach the rate limit.
      if (!ok) await wait(THINK_MS, undefined, { signal: over.signal });
      for await (const chunk of body ?? [])
        counts.exportedRows += (chunk as Uint8Array).filter((byte) => byte === 10).length;
    }
  };
  const work = tokens.map((token, reader) => (reader === tokens.length - 1 ? exportAll(token) : read(token, reader)));
  const ended = Promise.allSettled(work);
  return {
    async stop() {
      over.abort();
      for (const result of await ended) if (result.status === 'rejected' && !over.signal.aborted) counts.failures += 1;
      return counts;
    },
  };
}

/** Returns the age of the audit log's data in ms, or null if it comes from the primary. */
export async function ageOf(url: string, token: string): Promise<number | null> {
  const answer = await fetch(`${url}/api/audit`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`the audit log was answered ${answer.status}`);
  const age = answer.headers.get('x-data-age-ms');
  return age === null ? null : Number(age);
}
