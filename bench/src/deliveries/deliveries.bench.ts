import { setTimeout as wait } from 'node:timers/promises';
import { createOutboundHttp } from '@muneem/server/platform/outbound-http/index.ts';
import type { Database } from '@muneem/server/platform/database/index.ts';
import { environment, startBenchServer, type BenchServer } from '../bench-database.ts';
import { PRODUCT, startProgram, type Program } from '../load/processes.ts';
import { judge, line, median } from '../report.ts';
import { countAttempts, countOpen, deliveredPerSecond, seedDeliveries } from './seed-deliveries.ts';

const NAIVE = new URL('./one-by-one.ts', import.meta.url);
const TARGET = new URL('./target.ts', import.meta.url);

/** `DELIVERIES` sets a smaller number for a quick run. */
const SPEED_DELIVERIES = Number(process.env['DELIVERIES'] || 40_000);
/** Deliveries of each process before measuring, while its code is compiled. */
const WARM_UP_DELIVERIES = SPEED_DELIVERIES / 4;
const NAIVE_DELIVERIES = Math.min(5_000, SPEED_DELIVERIES);
const ROUNDS = 3;
const BARE_SECONDS = 4;
const BARE_AT_ONCE = 400;
const DRAIN_LIMIT_MS = 300_000;

/** Measures deliveries per second beside the naive worker and the bare HTTP client. */
export async function benchDeliveries(): Promise<boolean> {
  const server = await startBenchServer();
  try {
    const bare = await bareClient();
    const naive = await speed(server, 'naive', NAIVE, NAIVE_DELIVERIES, 1);
    // Alternately, because the machine's speed changes from minute to minute.
    const rounds: { one: Speed; three: Speed }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1)
      rounds.push({
        one: await speed(server, `one_${round}`, PRODUCT, SPEED_DELIVERIES, 1),
        three: await speed(server, `three_${round}`, PRODUCT, SPEED_DELIVERIES, 3),
      });
    const one = rounds[0]!.one;
    const rates = (which: 'one' | 'three') => rounds.map((round) => Math.round(round[which].perSecond));
    const shares = rounds.map((round) => round.three.perSecond / round.one.perSecond);
    const unwritten = rounds.reduce((sum, round) => sum + round.one.unwritten + round.three.unwritten, 0);
    line(`bare HTTP client, the same calls and nothing written: ${Math.round(bare)} a second`);
    line(`naive worker, one by one, 12 at once: ${Math.round(naive.perSecond)} a second`);
    line(`one process: ${rates('one').join(', ')} a second; three on one database: ${rates('three').join(', ')}`);
    line(
      `processor time of one process for a delivery: ${Math.round(one.cpuUs)} µs (naive: ${Math.round(naive.cpuUs)} µs)`,
    );
    const checks = [
      judge('deliveries a second, one process', one.perSecond, '≥', 2_000),
      judge('times the naive worker', one.perSecond / naive.perSecond, '≥', 2),
      judge('three processes, as a share of one', median(shares), '≥', 0.9),
      judge('calls missing in the log, without a kill', unwritten, '≤', 0),
    ];
    return checks.every(Boolean);
  } finally {
    await server.stop();
  }
}

async function bareClient(): Promise<number> {
  const target = await startProgram(TARGET, {});
  const http = createOutboundHttp({ allow: ['127.0.0.0/8'] });
  let calls = 0;
  const end = performance.now() + BARE_SECONDS * 1_000;
  await Promise.all(
    Array.from({ length: BARE_AT_ONCE }, async (_, index) => {
      const url = `http://127.0.0.${1 + (index % 8)}:${target.port}/pb?click=01J0000000000000000000000A&event=install`;
      for (; performance.now() < end; calls += 1)
        await http.send({ url, method: 'GET', headers: { 'x-muneem-delivery': String(calls) } });
    }),
  );
  await http.close();
  await target.stop();
  return calls / BARE_SECONDS;
}

interface Speed {
  readonly perSecond: number;
  readonly unwritten: number;
  /** Processor time per delivery, summed over the processes. */
  readonly cpuUs: number;
}

async function speed(
  server: BenchServer,
  name: string,
  program: URL,
  deliveries: number,
  processes: number,
): Promise<Speed> {
  const target = await startProgram(TARGET, {});
  const { database, ...prepared } = await server.createDatabase(`deliveries_${name}`);
  const warmUp = Math.min(deliveries, WARM_UP_DELIVERIES * processes);
  await seedDeliveries(database, { deliveries: deliveries + warmUp, port: target.port, timeoutMs: 30_000 });
  const settings = {
    ...environment(prepared, `${server.dataDir}/${name}`),
    EGRESS_ALLOW: '127.0.0.0/8',
    POSTBACK_RETRY_DELAYS_S: '0.2,0.5,1',
  };
  const running = await Promise.all(Array.from({ length: processes }, () => startProgram(program, settings)));
  const left = await countOpen(database);
  const before = await cpuOf(running);
  await untilDone(database);
  const cpuUs = ((await cpuOf(running)) - before) / Math.max(1, left);
  await Promise.all(running.map((each) => each.stop()));
  const attempts = await countAttempts(database);
  const calls = await callsOf(target);
  await target.stop();
  return { perSecond: await deliveredPerSecond(database, warmUp), unwritten: Math.max(0, calls - attempts), cpuUs };
}

const cpuOf = async (programs: readonly Program[]): Promise<number> =>
  (await Promise.all(programs.map((each) => each.cpuUs()))).reduce((sum, each) => sum + each, 0);

async function untilDone(database: Database): Promise<void> {
  const end = Date.now() + DRAIN_LIMIT_MS;
  while ((await countOpen(database)) > 0) {
    if (Date.now() > end) throw new Error('the deliveries do not come to an end');
    await wait(200);
  }
}

const callsOf = async (target: Program): Promise<number> =>
  Number(await (await fetch(`http://127.0.0.1:${target.port}/calls`)).text());
