import {
  CUT_PROVIDERS,
  cutPayouts,
  forkNode,
  simulatePayouts,
  type SimulationOptions,
} from '@muneem/sandbox/payout-simulation';
import { startBenchServer } from '../bench-database.ts';
import { judge, line } from '../report.ts';

const NODE = new URL('../../../server/test/payouts/payout-node-process.ts', import.meta.url);
const PROMISED = 100_000;
const REPORT_EVERY_MS = 30_000;

const API_KEY = 'bench';

/**
 * The days run in parallel, because most of a day is waiting for a silent provider. Each day has its own product,
 * database, provider and seed.
 */
const DAYS_AT_ONCE = 4;

/**
 * Simulates days of payouts in parallel, with real processes that are killed after at most 200 decisions. Then cuts the
 * provider's connection at every byte. `PAYOUTS` is the number of withdrawals of all days. `SEED` selects other days.
 */
export async function benchPayouts(): Promise<boolean> {
  const server = await startBenchServer();
  const seed = Number(process.env['SEED'] ?? 1);
  const withdrawals = Math.ceil(Number(process.env['PAYOUTS'] ?? PROMISED) / DAYS_AT_ONCE);
  try {
    const days = await Promise.all(
      Array.from({ length: DAYS_AT_ONCE }, async (_, index) =>
        simulateDay(await server.createDatabase(`payouts_${index}`), { withdrawals, seed: seed + index }),
      ),
    );
    const wires: boolean[] = [];
    for (const provider of CUT_PROVIDERS)
      wires.push(await cutEverywhere(await server.createDatabase(provider), provider));
    return [...days, ...wires].every(Boolean);
  } finally {
    await server.stop();
  }
}

const nodesOn =
  (url: string, provider: (typeof CUT_PROVIDERS)[number] = 'bulkpe'): SimulationOptions['startNode'] =>
  ({ providerUrl, now }) =>
    forkNode(NODE, { environment: { DATABASE_URL: url, PROVIDER_URL: providerUrl, PROVIDER: provider, API_KEY }, now });

async function simulateDay(
  { url }: { readonly url: string },
  { withdrawals, seed }: { readonly withdrawals: number; readonly seed: number },
): Promise<boolean> {
  const startedAt = performance.now();
  let toldAt = startedAt;
  const report = await simulatePayouts({
    withdrawals,
    seed,
    apiKey: API_KEY,
    startNode: nodesOn(url),
    progress: (text) => {
      if (performance.now() - toldAt < REPORT_EVERY_MS) return;
      toldAt = performance.now();
      line(`seed ${seed}: ${text}`);
    },
  });
  const { counts } = report;
  line(
    `seed ${seed}: ${withdrawals.toLocaleString('en-IN')} withdrawals in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ` +
      `${counts.completed} completed, ${counts.rejected} rejected, ${counts.payment_failed} failed, ${counts.named} on the attention list; ` +
      `${report.kills} kills, ${report.transfers} transfers, ${report.webhooks.delivered} webhooks`,
  );
  return judgeBooks(report) && judge('simulated hours', report.simulatedHours, '≤', 24);
}

async function cutEverywhere(
  { url }: { readonly url: string },
  provider: (typeof CUT_PROVIDERS)[number],
): Promise<boolean> {
  const report = await cutPayouts({ step: 1, apiKey: API_KEY, provider, startNode: nodesOn(url, provider) });
  line(`${provider}: connections cut at each of ${report.cuts} bytes of payments and look-ups`);
  return judgeBooks(report) && judge('unused cuts', report.unused, '≤', 0);
}

function judgeBooks(verdict: Awaited<ReturnType<typeof simulatePayouts | typeof cutPayouts>>): boolean {
  for (const contradiction of verdict.contradictions.slice(0, 20)) line(`  ${contradiction}`);
  return [
    judge('double payouts', verdict.doublePayouts, '≤', 0),
    judge('coins lost or created', Math.abs(verdict.coinsLost), '≤', 0),
    judge("withdrawals that the provider's book contradicts", verdict.contradictions.length, '≤', 0),
    judge('breaches of the ledger', verdict.breaches.length, '≤', 0),
    judge('withdrawals neither settled nor on the attention list', verdict.forgotten, '≤', 0),
  ].every(Boolean);
}
