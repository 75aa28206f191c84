import { setTimeout as wait } from 'node:timers/promises';
import { startBenchServer } from '../bench-database.ts';
import { startProgram, type Program } from '../load/processes.ts';
import { APP_SECRET } from '../postbacks/seed.ts';
import { judge, line } from '../report.ts';
import { judgeAnswer } from './ask.ts';
import { openSession, seedOffers, seedUsers } from './seed-lists.ts';

const USERS = Number(process.env['BENCH_USERS'] ?? 1_000_000);
const PRODUCT = new URL('../../../server/src/main.ts', import.meta.url);
const LIMIT_MS = 50;
const MOST_MEMORY_MB = 300;

/** The list of users and its export at full size. The physical limit is a bare route's answer on the same server: /readyz. */
export async function benchUsers(): Promise<boolean> {
  const server = await startBenchServer();
  let program: Program | undefined;
  try {
    const { database, url } = await server.createDatabase('users');
    const begin = performance.now();
    await seedUsers(database, USERS, () => undefined);
    await seedOffers(database, 500);
    await database.pool.query('vacuum analyze');
    line(`${USERS.toLocaleString('en-IN')} users made in ${Math.round((performance.now() - begin) / 1000)} s`);
    const token = await openSession(database);
    program = await startProgram(PRODUCT, {
      DATA_DIR: server.dataDir,
      DATABASE_URL: url,
      APP_SECRET,
      LOG_LEVEL: 'error',
      PUBLIC_URL: 'http://127.0.0.1',
    });
    const base = `http://127.0.0.1:${program.port}`;
    const checks: boolean[] = [];
    const page = async (what: string, query: string): Promise<void> => {
      checks.push(await judgeAnswer(what, { url: `${base}/api/users?${query}`, token }, LIMIT_MS));
    };
    await judgeAnswer('/readyz, the least that an answer takes', { url: `${base}/readyz`, token }, LIMIT_MS);
    await page('first page', 'limit=100');
    await page(`page ${USERS / 100}`, `limit=100&page=${USERS / 100}`);
    await page('page 5,000, the middle', 'limit=100&page=5000');
    await page('page 10,000 of 50', 'limit=50&page=10000');
    await page('search for one address', 'search=u123456.');
    await page('search for a provider', 'search=rediffmail');
    await page('search for what most have', 'search=gmail.com');
    await page('search for two letters that few have', 'search=zq');
    await page('search for five letters of an address', 'search=9.c4c');
    await page('by name', 'sort=name&order=asc&limit=100');
    checks.push(await exportAll(base, token, program));
    return checks.every(Boolean);
  } finally {
    await program?.stop();
    await server.stop();
  }
}

async function exportAll(base: string, token: string, program: Program): Promise<boolean> {
  let most = 0;
  let ended = false;
  const watch = (async () => {
    while (!ended) {
      most = Math.max(most, await program.memoryMb());
      await wait(200);
    }
  })();
  const begin = performance.now();
  const response = await fetch(`${base}/api/exports/users.xlsx`, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) bytes += chunk.length;
  ended = true;
  await watch;
  line(`all users as .xlsx: ${Math.round(bytes / 1e6)} MB in ${Math.round((performance.now() - begin) / 1000)} s`);
  return judge('MB of the server while it exports all users', most, '≤', MOST_MEMORY_MB);
}
