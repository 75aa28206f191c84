import { setTimeout as wait } from 'node:timers/promises';
import { judge } from '../report.ts';

const TIMES = 40;

/** Requests a page repeatedly, one request at a time. @returns whether the 95th percentile meets its target */
export async function judgeAnswer(
  what: string,
  ask: { readonly url: string; readonly token: string },
  targetMs: number,
): Promise<boolean> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const begin = performance.now();
    const response = await fetch(ask.url, { headers: { authorization: `Bearer ${ask.token}` } });
    const text = await response.text();
    // The rate limit of an admin also applies here.
    if (response.status === 429) {
      await wait((Number(response.headers.get('retry-after')) || 30) * 1000);
      time -= 1;
      continue;
    }
    if (!response.ok) throw new Error(`${ask.url}: ${response.status} ${text.slice(0, 200)}`);
    took.push(performance.now() - begin);
  }
  const sorted = took.toSorted((a, b) => a - b);
  return judge(`ms p95: ${what}`, sorted[Math.floor(TIMES * 0.95)] as number, '≤', targetMs);
}
