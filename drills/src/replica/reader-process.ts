import { setTimeout as wait } from 'node:timers/promises';

/*
 * Reads reports as admins do, each again a second after its answer. The last admin exports all rows, again and again.
 * A process of its own: its work must not delay the load generator. On SIGTERM it prints its counts.
 */

const THINK_MS = 1_000;
const TOO_MANY = 429;
const NEW_LINE = 10;
const QUESTIONS = [
  'conversion-reports?page=1',
  'conversion-reports?status=rejected&page=3',
  'conversion-reports/stats?event=deposit',
  'conversion-reports/breakdown?by=day',
  'conversion-reports/breakdown?by=city',
  'conversion-reports?event=level-50',
];

const url = process.env['SERVER_URL'] ?? '';
const tokens = (process.env['TOKENS'] ?? '').split(',');
const counts = { exportedRows: 0, answers: 0, failures: 0 };

const get = (path: string, token: string): Promise<Response> =>
  fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });

async function read(token: string, reader: number): Promise<void> {
  for (let n = reader; ; n += 1) {
    const answer = await get(QUESTIONS[n % QUESTIONS.length] as string, token);
    await answer.arrayBuffer();
    if (answer.ok) counts.answers += 1;
    else counts.failures += 1;
    await wait(THINK_MS);
  }
}

async function exportAll(token: string): Promise<void> {
  for (;;) {
    const { ok, status, body } = await get('exports/conversions.csv', token);
    if (!ok && status !== TOO_MANY) counts.failures += 1;
    // Small exports reach the rate limit.
    if (!ok) await wait(THINK_MS);
    else for await (const chunk of body ?? []) counts.exportedRows += linesOf(chunk as Uint8Array);
  }
}

function linesOf(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
});
await Promise.all(
  tokens.map((token, reader) => (reader === tokens.length - 1 ? exportAll(token) : read(token, reader))),
);
