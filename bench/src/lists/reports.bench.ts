import { setTimeout as wait } from 'node:timers/promises';
import type { Program } from '../load/processes.ts';
import { judge, line } from '../report.ts';
import { withListServer } from './list-server.ts';
import { seedConversions } from './seed-conversions.ts';
import { seedOffers, seedUsers } from './seed-lists.ts';

const CONVERSIONS = Number(process.env['BENCH_CONVERSIONS'] ?? 10_000_000);
const USERS = 100_000;
const EXPORTED = 1_000_000;

/** Conversion reports at full size: list and sums by each filter, details, the documented export and the streamed one. */
export const benchReports = (): Promise<boolean> =>
  withListServer(
    'reports',
    async (database) => {
      await seedUsers(database, USERS);
      await seedOffers(database, 500);
      await seedConversions(database, CONVERSIONS);
      return `${CONVERSIONS.toLocaleString('en-IN')} conversions`;
    },
    async ({ ask, database, token, program, keep }) => {
      const { rows } = await database.pool.query<{ id: string; day: string }>(
        `select id, to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day from conversions order by created_at desc, id desc offset ${Math.min(EXPORTED, CONVERSIONS) - 1} limit 1`,
      );
      const report = (what: string, path: string, targetMs = 50) =>
        ask(what, `/api/conversion-reports${path}`, targetMs);
      for (const [what, query] of FILTERS) {
        await report(`list: ${what}`, `?${query}`);
        await report(`sums: ${what}`, `/stats?${query}`);
      }
      await report(`list: page ${CONVERSIONS / 40}, the middle`, `?page=${CONVERSIONS / 40}`);
      await report('by day', '/breakdown?by=day');
      await report('by city', '/breakdown?by=city');
      await report('by city, 40 days', `/breakdown?by=city&startDate=${daysAgo(45)}&endDate=${daysAgo(5)}`);
      await report('by day, the largest city', '/breakdown?by=day&city=City 1');
      await report('by city, one offer', '/breakdown?by=city&offer=ofr_bench_7');
      await report('the middle of the largest city', `?city=City 1&page=${CONVERSIONS / 400}`);
      await report('details', `/${rows[0]?.id}`, 20);
      keep(...(await exportMillion(program, token, rows[0]?.day ?? '')));
      await report('10,000 rows as documented', '?limit=10000', 1_500);
    },
  );

const FILTERS = [
  ['all', ''],
  ['by hand', 'source=manual'],
  ['smart poll', 'source=smart_poll'],
  ['rejected', 'status=rejected'],
  ['one event', 'event=deposit'],
  ['a rare event', 'event=level-50'],
  ['one offer', 'offer=ofr_bench_7'],
  ['one offer, rejected', 'offer=ofr_bench_7&status=rejected'],
  ['by hand and pending', 'source=manual&status=pending'],
  ['a user by address', 'search=u4711.'],
  ['the largest city', 'city=City 1'],
  ['a small city', 'city=City 250'],
  ['the largest city, rejected', 'city=City 1&status=rejected'],
  ['a city and an offer', 'city=City 2&offer=ofr_bench_7'],
] as const;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** While a million rows stream, the memory of the server and how long others wait. */
async function exportMillion(program: Program, token: string, from: string): Promise<boolean[]> {
  const headers = { authorization: `Bearer ${token}` };
  const base = `http://127.0.0.1:${program.port}`;
  line(`MB of the server before the export: ${await program.memoryMb()}`);
  const waits: number[] = [];
  let most = 0;
  let ended = false;
  const others = (async () => {
    while (!ended) {
      const begin = performance.now();
      await (await fetch(`${base}/api/users?limit=20`, { headers })).text();
      waits.push(performance.now() - begin);
      most = Math.max(most, await program.memoryMb());
      await wait(150);
    }
  })();
  const begin = performance.now();
  const response = await fetch(`${base}/api/exports/conversions.xlsx?startDate=${from}`, { headers });
  let bytes = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) bytes += chunk.length;
  ended = true;
  await others;
  line(
    `the newest ${EXPORTED.toLocaleString('en-IN')} rows or more as .xlsx: ${Math.round(bytes / 1e6)} MB in ${Math.round((performance.now() - begin) / 1000)} s`,
  );
  const sorted = waits.toSorted((a, b) => a - b);
  return [
    judge('MB of the server meanwhile', most, '≤', 250),
    judge('ms p99 of other requests meanwhile', sorted[Math.floor(sorted.length * 0.99)] ?? 0, '≤', 100),
  ];
}
