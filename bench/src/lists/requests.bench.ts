import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@muneem/server/platform/database/index.ts';
import { fullLoad } from '../load/load.ts';
import { PRODUCT, startProgram } from '../load/processes.ts';
import { judge, line, median } from '../report.ts';
import { withListServer, type ListServer } from './list-server.ts';
import { seedConversions } from './seed-conversions.ts';
import { seedCoins, seedOffers, seedUsers } from './seed-lists.ts';

const USERS = Number(process.env['BENCH_USERS'] ?? 1_000_000);
const CONVERSIONS = Number(process.env['BENCH_CONVERSIONS'] ?? 2_000_000);
const DAYS = 60;
const STARTS = 5;
const WARM_UPS = 3;

/** Measures what one admin waits for, one request at a time, and how many single records per second are read. */
export const benchRequests = (): Promise<boolean> =>
  withListServer(
    'requests',
    async (database) => {
      await seedUsers(database, USERS);
      await seedCoins(database, USERS);
      await seedOffers(database, 500);
      await seedConversions(database, CONVERSIONS, DAYS, 0);
      return `${USERS.toLocaleString('en-IN')} users, ${CONVERSIONS.toLocaleString('en-IN')} conversions`;
    },
    async (server) => {
      server.keep(judge('s from start to ready, with the embedded database', await timeStart(), '≤', 1.2));
      const time = async (path: string, times = 20): Promise<number> => {
        const took: number[] = [];
        while (took.length < WARM_UPS + times) took.push(await server.time(path));
        return median(took.slice(WARM_UPS));
      };
      const ms = async (what: string, path: string, targetMs: number, times?: number): Promise<void> =>
        server.keep(judge(`ms: ${what}`, await time(path, times), '≤', targetMs));
      const { days, month, uid } = await server.database.getOne<{ days: string; month: string; uid: string }>(sql`
        select format('startDate=%s&endDate=%s', today - 3, today - 1) as days,
          format('startDate=%s&endDate=%s', today - 29, today) as month, (select uid from users limit 1 offset 4711) as uid
        from (select (now() at time zone 'Asia/Kolkata')::date as today) d`);
      line(`${(await time('/readyz')).toFixed(2)} ms: /readyz, the fastest answer`);
      await ms('50 newest users with the total', '/api/users?limit=50', 5);
      await ms('users of a name that one in 100 has', '/api/users?limit=50&search=Asha Rao', 30);
      await ms('users by coins', '/api/users?limit=50&sort=coins', 15);
      const filter = `source=postback&status=approved&${month}`;
      await ms('conversions by source, status and 30 days', `/api/conversion-reports?limit=50&${filter}`, 7);
      await ms('10,000 conversions as documented', '/api/conversion-reports?limit=10000', 120, 5);
      for (const [kind, targetMs] of [
        ['csv', 700],
        ['xlsx', 2_500],
      ] as const)
        await ms(`about 100,000 conversions as .${kind}`, `/api/exports/conversions.${kind}?${days}`, targetMs, 3);
      line(`${await rate(server, '/readyz')} a second: /readyz, 16 at once`);
      for (const [what, path] of [
        ['a session', '/api/auth/verify'],
        ['a user', `/api/users/${uid}`],
        ['an offer with its completions', '/api/offers/ofr_bench_7'],
      ] as const)
        server.keep(judge(`a second: ${what}, 16 at once`, await rate(server, path), '≥', 3_000));
    },
  );

/** @returns the answers per second on 16 connections */
async function rate({ program: { port }, asker }: ListServer, path: string): Promise<number> {
  const load = { port, connections: 16, next: () => path, token: asker };
  await fullLoad({ ...load, seconds: 2 });
  const { perSecond, statuses } = await fullLoad({ ...load, seconds: 3 });
  if (Object.keys(statuses).join() !== '200') throw new Error(`${path}: ${JSON.stringify(statuses)}`);
  return Math.round(perSecond);
}

/** @returns the median time of a start on an existing data folder, in s */
async function timeStart(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-bench-start-'));
  const took: number[] = [];
  for (let n = 0; n <= STARTS; n += 1) {
    const begin = performance.now();
    const program = await startProgram(PRODUCT, { DATA_DIR: dataDir, LOG_LEVEL: 'error' });
    // The first start creates the database.
    if (n > 0) took.push((performance.now() - begin) / 1_000);
    await program.stop();
  }
  await rm(dataDir, { recursive: true, force: true });
  return median(took);
}
