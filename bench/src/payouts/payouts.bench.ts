import { forkNode, simulatePayouts } from '@muneem/sandbox/payout-simulation';
import { startBenchServer } from '../bench-database.ts';
import { judge, line } from '../report.ts';

const NODE = new URL('../../../server/test/payouts/payout-node-process.ts', import.meta.url);
const PROMISED = 100_000;
const REPORT_EVERY_MS = 30_000;

/** A day of payouts by real processes that are killed once in 200 decisions. `PAYOUTS` makes it shorter, `SEED` another one. */
export async function benchPayouts(): Promise<boolean> {
  const withdrawals = Number(process.env['PAYOUTS'] ?? PROMISED);
  const server = await startBenchServer();
  try {
    const { url } = await server.createDatabase('payouts');
    const startedAt = performance.now();
    let toldAt = startedAt;
    const report = await simulatePayouts({
      withdrawals,
      seed: Number(process.env['SEED'] ?? 1),
      apiKey: 'bench',
      startNode: ({ providerUrl, now }) =>
        forkNode(NODE, { environment: { DATABASE_URL: url, PROVIDER_URL: providerUrl, API_KEY: 'bench' }, now }),
      progress: (text) => {
        if (performance.now() - toldAt < REPORT_EVERY_MS) return;
        toldAt = performance.now();
        line(text);
      },
    });
    const { counts } = report;
    line(
      `${withdrawals.toLocaleString('en-IN')} withdrawals in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ` +
        `${counts.completed} completed, ${counts.rejected} rejected, ${counts.payment_failed} failed, ${counts.named} named; ` +
        `${report.kills} times killed, ${report.transfers} transfers, ${report.webhooks.delivered} webhooks`,
    );
    for (const contradiction of report.contradictions.slice(0, 20)) line(`  ${contradiction}`);
    return [
      judge('double payouts', report.doublePayouts, '≤', 0),
      judge('coins lost or made', Math.abs(report.coinsLost), '≤', 0),
      judge("withdrawals that the provider's book contradicts", report.contradictions.length, '≤', 0),
      judge('breaches of the ledger', report.breaches.length, '≤', 0),
      judge('neither settled nor named', report.forgotten, '≤', 0),
      judge('simulated hours', report.simulatedHours, '≤', 24),
    ].every(Boolean);
  } finally {
    await server.stop();
  }
}
