import { withListServer, type ListServer } from '../lists/list-server.ts';
import { fullLoad, inTurn } from '../load/load.ts';
import { WARM_UP_S } from '../load/measure.ts';
import { postbackPaths, seedClicks } from '../postbacks/seed.ts';
import { judge, line } from '../report.ts';
import { findQuestions } from './growth-questions.ts';
import { seedGrowth } from './seed-growth.ts';

const DAYS = 1_000;
const CONVERSIONS = Number(process.env['BENCH_CONVERSIONS'] ?? 2_000_000);
const TIMES_AS_MANY = 10;
const LIMIT = 1.3;
/** Calls of each question before the measured ones. */
const WARM_UPS = 5;
const TIMES = 41;
const CLICKS = 60_000;
const LATE_SHARE = 0.01;
const CONNECTIONS = 64;
const ROUNDS = 5;
const ROUND_S = 3;

/** Retention stays off: months that it drops cannot be measured. */
const SETTINGS = { DELIVERY_ATTEMPT_RETENTION_DAYS: '0' };

/**
 * Measures that the cost of a postback, a list, a sum and a record does not depend on the age of the platform: 1,000
 * days beside 100 days of the same traffic, in turn.
 */
export const benchGrowth = (): Promise<boolean> =>
  withServerOf(DAYS / TIMES_AS_MANY, (young, keep) =>
    withServerOf(DAYS, async (old) => {
      // First the answers: the postbacks add their clicks.
      await printSizes(old);
      keep(
        await compareAnswers([young, old]),
        await comparePostbacks([young, old], 'a postback of a new click', 0),
        await comparePostbacks([young, old], 'a postback, one of 100 of a click of any age', LATE_SHARE),
      );
    }),
  );

const withServerOf = (
  days: number,
  work: (server: ListServer, keep: ListServer['keep']) => Promise<unknown>,
): Promise<boolean> =>
  withListServer(
    `growth-${days}`,
    (database) => seedGrowth(database, days, (CONVERSIONS * days) / DAYS),
    async (server) => void (await work(server, server.keep)),
    SETTINGS,
  );

type Pair = readonly [young: ListServer, old: ListServer];

/** Compares the processor time of server and database, because it varies less than the rate. */
async function comparePostbacks(pair: Pair, what: string, lateShare: number): Promise<boolean> {
  const loads = await Promise.all(
    pair.map(async (server, which) => {
      const clicks = await seedClicks(server.database, 'ofr_bench', CLICKS);
      const days = which === 0 ? DAYS / TIMES_AS_MANY : DAYS;
      const late = lateShare === 0 ? [] : await seedClicks(server.database, 'ofr_bench', CLICKS * lateShare, days);
      const paths = postbackPaths('ofr_bench', mix(clicks, late));
      return { server, load: { port: server.program.port, connections: CONNECTIONS, next: inTurn(paths) } };
    }),
  );
  for (const { load } of loads) await fullLoad({ ...load, seconds: WARM_UP_S });
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [which, { server, load }] of loads.entries()) {
      const before = await server.cpuUs();
      const { answers, statuses } = await fullLoad({ ...load, seconds: ROUND_S });
      if (answers !== statuses['200']) throw new Error(`postbacks were answered ${JSON.stringify(statuses)}`);
      costs[which]?.push(((await server.cpuUs()) - before) / answers);
    }
  }
  return judgeCosts('µs', what, costs);
}

/** Spreads the late clicks evenly among the others. */
const mix = (clicks: readonly string[], late: readonly string[]): string[] =>
  clicks.map((click, n) => {
    const every = clicks.length / late.length;
    return (n % every === 0 ? late[n / every] : undefined) ?? click;
  });

/** Prints what a row of each large table takes, with its indexes. */
async function printSizes({ database }: ListServer): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; rows: string; each: string }>(`
    select coalesce(p.relname, c.relname) as name, sum(c.reltuples)::bigint as rows,
      (sum(pg_total_relation_size(c.oid)) / sum(c.reltuples))::bigint as each
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.reltuples > 0 group by 1 having sum(c.reltuples) > 10000 order by sum(pg_total_relation_size(c.oid)) desc`);
  for (const { name, rows: count, each } of rows) line(`  ${name}: ${count} rows of ${each} bytes with indexes`);
}

async function compareAnswers(pair: Pair): Promise<boolean> {
  const [young, old] = await Promise.all(pair.map(({ database }) => findQuestions(database)));
  let areAllFlat = true;
  for (const [n, { what, path }] of (young ?? []).entries()) {
    const paths = [path, old?.[n]?.path ?? path];
    const times: [number[], number[]] = [[], []];
    for (let time = 0; time < WARM_UPS + TIMES; time += 1) {
      for (const [which, server] of pair.entries()) {
        const took = await server.time(paths[which] as string);
        if (time >= WARM_UPS) times[which]?.push(took);
      }
    }
    areAllFlat = judgeCosts('ms', what, times) && areAllFlat;
  }
  return areAllFlat;
}

function judgeCosts(unit: string, what: string, [young, old]: readonly [number[], number[]]): boolean {
  const [before, after] = [lowerQuartile(young), lowerQuartile(old)];
  line(`  ${before.toFixed(1)} → ${after.toFixed(1)} ${unit}`);
  return judge(`times the cost: ${what}`, after / before, '≤', LIMIT);
}

/** Other work of the machine only adds time, so the faster quarter of the calls says more than the median. */
const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
