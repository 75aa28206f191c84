import { judge } from '../report.ts';
import { withListServer } from './list-server.ts';
import { saveExport } from './save-export.ts';
import { seedCoins, seedOffers, seedUsers } from './seed-lists.ts';

const USERS = Number(process.env['BENCH_USERS'] ?? 1_000_000);
const LIMIT_MS = 50;
/** Searches that many or none match. */
const RARE_MS = 300;
const MOST_MEMORY_MB = 300;

/** Measures the list of users and its export at full size. The physical limit is the same server's `/readyz`. */
export const benchUsers = (): Promise<boolean> =>
  withListServer(
    'users',
    async (database) => {
      await seedUsers(database, USERS);
      await seedCoins(database, USERS);
      await seedOffers(database, 500);
      return `${USERS.toLocaleString('en-IN')} users, 500 offers`;
    },
    async (server) => {
      const { ask, askPages, keep } = server;
      const page = (what: string, query: string, limitMs = LIMIT_MS) => ask(what, `/api/users?${query}`, limitMs);
      await ask('/readyz, the fastest answer', '/readyz', LIMIT_MS);
      await page('first page', 'limit=100');
      for (const order of ['sort=createdAt', 'sort=name&order=asc', 'sort=coins'])
        for (const share of [0.5, 1]) await askPages(order, `/api/users?limit=50&${order}`, (USERS / 50) * share - 1);
      await page('search for one address', 'search=u123456.');
      await page('search for a provider', 'search=rediffmail', RARE_MS);
      await page('search that two users in 5 match', 'search=gmail.com', RARE_MS);
      await page('search for two rare letters', 'search=zq', RARE_MS);
      await page('search for five characters of an address', 'search=9.c4c');
      await page('search that one user in 16 matches', 'search=.a', RARE_MS);
      await page('search for a name of one user in 100', 'search=Asha Rao', RARE_MS);
      await page('by name', 'sort=name&order=asc&limit=100');
      await page('by coins, the most first', 'sort=coins&limit=100');
      for (const list of ['stats', 'offers/prime', 'offers/regular']) await ask(list, `/api/${list}`, LIMIT_MS);
      const most = await saveExport(server, { what: 'all users', path: 'users.xlsx' });
      keep(judge('MB of the server while it exports all users', most, '≤', MOST_MEMORY_MB));
    },
  );
