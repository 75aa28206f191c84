import { setTimeout as wait } from 'node:timers/promises';
import { judge } from '../report.ts';

const TIMES = 40;

interface Ask {
  readonly url: string;
  readonly token: string;
}

/** Requests a page repeatedly, one request at a time. @returns whether the 95th percentile meets its target */
export async function judgeAnswer(what: string, ask: Ask, targetMs: number): Promise<boolean> {
  const took: number[] = [];
  while (took.length < TIMES) took.push(await timeAnswer(ask));
  const sorted = took.toSorted((a, b) => a - b);
  return judge(`ms p95: ${what}`, sorted[Math.floor(TIMES * 0.95)] as number, '≤', targetMs);
}

/** Requests a page once. @returns the time to the whole answer in ms */
export const timeAnswer = async (ask: Ask): Promise<number> => (await readAnswer(ask)).ms;

/** Requests a page once. The rate limit of an admin also applies here. */
export async function readAnswer({ url, token }: Ask): Promise<{ readonly ms: number; readonly body: Uint8Array }> {
  for (;;) {
    const begin = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const body = await response.bytes();
    if (response.ok) return { ms: performance.now() - begin, body };
    if (response.status !== 429)
      throw new Error(`${url}: ${response.status} ${Buffer.from(body.subarray(0, 200)).toString()}`);
    await wait((Number(response.headers.get('retry-after')) || 30) * 1000);
  }
}
