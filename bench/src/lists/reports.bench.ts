import { sql } from '@muneem/server/platform/database/index.ts';
import { judge, line } from '../report.ts';
import { timeAnswer } from './ask.ts';
import { withListServer, type ListServer } from './list-server.ts';
import { BROKEN_DOWN, FILTERS } from './report-questions.ts';
import { saveExport } from './save-export.ts';
import { seedConversions } from './seed-conversions.ts';
import { seedOffers, seedUsers } from './seed-lists.ts';

const CONVERSIONS = Number(process.env['BENCH_CONVERSIONS'] ?? 10_000_000);
const DAYS = 400;
const USERS = 100_000;
const EXPORTED = 1_000_000;

/**
 * Measures conversion reports at full size: list and sums by each filter, details, the documented export and the
 * streamed export.
 */
export const benchReports = (): Promise<boolean> =>
  withListServer(
    'reports',
    async (database) => {
      await seedUsers(database, USERS);
      await seedOffers(database, 500);
      await database.execute(sql`
        insert into networks (id, name) select 'net_' || n, 'Network ' || n from generate_series(1, 20) n`);
      await database.execute(sql`update offers set network_id = 'net_' || 1 + number % 20
        from (select id, row_number() over (order by id) as number from offers) r where r.id = offers.id`);
      await seedConversions(database, CONVERSIONS, DAYS);
      return `${CONVERSIONS.toLocaleString('en-IN')} conversions`;
    },
    async (server) => {
      const { ask, askPages, database, keep } = server;
      const { id, day } = await database.getOne<{ id: string; day: string }>(sql`
        select id, to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day from conversions
        order by created_at desc, id desc offset ${Math.min(EXPORTED, CONVERSIONS) - 1} limit 1`);
      const report = (what: string, path: string, targetMs = 50) =>
        ask(what, `/api/conversion-reports${path}`, targetMs);
      for (const { what, query } of FILTERS) {
        await report(`list: ${what}`, `?${query}`);
        await report(`sums: ${what}`, `/stats?${query}`);
      }
      for (const { what, query } of BROKEN_DOWN)
        for (const by of ['day', 'offer', 'event', 'city', 'network'])
          await report(`by ${by}: ${what}`, `/breakdown?by=${by}&${query}`);
      await report('100 a page, oldest first', '?limit=100&order=asc&page=7');
      await report('details', `/${id}`, 20);
      keep(...(await exportMillion(server, day)));
      await report('10,000 rows as documented', '?limit=10000', 1_500);
      const pages = CONVERSIONS / 20;
      for (const [what, query, share] of DEEP)
        for (const part of [0.1, 0.5, 0.8])
          await askPages(what, `/api/conversion-reports?${query}`, Math.max(2, Math.floor(pages * share * part)));
    },
  );

/** Queries with the share of conversions that they match. */
const DEEP = [
  ['all', '', 1],
  ['one event', 'event=deposit', 0.25],
  ['rejected', 'status=rejected', 0.002],
  ['one offer', 'offer=ofr_bench_7', 0.002],
  ['the largest city', 'city=City 1', 0.12],
  ['the largest city + one event', 'city=City 1&event=deposit', 0.03],
  ['the largest city + approved', 'city=City 1&status=approved', 0.115],
] as const;

/**
 * Streams an export of a million rows. Measures the server's memory and the response time of other requests meanwhile.
 */
async function exportMillion(server: ListServer, from: string): Promise<boolean[]> {
  const { base, token, program } = server;
  line(`MB of the server before the export: ${await program.memoryMb()}`);
  const waits: number[] = [];
  const most = await saveExport(server, {
    what: `the newest ${EXPORTED.toLocaleString('en-IN')} rows or more`,
    path: `conversions.xlsx?startDate=${from}`,
    meanwhile: async () => void waits.push(await timeAnswer({ url: `${base}/api/users?limit=20`, token })),
  });
  const sorted = waits.toSorted((a, b) => a - b);
  return [
    judge('MB of the server during the export', most, '≤', 250),
    judge('ms p99 of other requests during the export', sorted[Math.floor(sorted.length * 0.99)] ?? 0, '≤', 100),
  ];
}
