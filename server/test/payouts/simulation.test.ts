// covers own-7.12
import { simulatePayouts } from '@muneem/sandbox/payout-simulation';
import { expect, test } from 'vitest';
import { sized } from '#test/sized.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { nodesOn } from './nodes-on.ts';
import { PROVIDER_NAMES } from './test-provider.ts';

/** `PAYOUTS_SIMULATED=100000` is the promised size. `npm run bench -- payouts` runs it. */
const WITHDRAWALS = Number(process.env['PAYOUTS_SIMULATED'] ?? sized(2_000, 25));
const SEED = Number(process.env['PAYOUTS_SEED'] ?? 1);
/** Nine of ten are completed. One run of 25 in 400 completes less than 18. */
const LEAST = sized(0.7, 0.5);

/** The first provider has the promised size, the others a tenth of it. `npm test` simulates the first only. */
test.each(
  PROVIDER_NAMES.slice(0, sized(PROVIDER_NAMES.length, 1)).map(
    (name, at) => [name, at === 0 ? WITHDRAWALS : Math.max(50, Math.ceil(WITHDRAWALS / 10))] as const,
  ),
)(
  `%s pays each of %i withdrawals at most once and loses no coin, despite timeouts, 5xx, reversals, webhooks out of order and kill -9`,
  async (provider, withdrawals) => {
    const database = await createTestDatabase();
    const report = await simulatePayouts({
      withdrawals,
      seed: SEED,
      apiKey: 'key',
      startNode: nodesOn(database.connection.connectionString, provider),
      ...(process.env['PAYOUTS_PROGRESS'] === undefined
        ? {}
        : { progress: (text) => process.stderr.write(`${text}\n`) }),
    });
    await database.drop();
    if (process.env['PAYOUTS_PROGRESS'] !== undefined) process.stderr.write(JSON.stringify(report, null, 1));
    expect(report).toMatchObject({ doublePayouts: 0, contradictions: [], coinsLost: 0, forgotten: 0, breaches: [] });
    expect(report.simulatedHours).toBeLessThanOrEqual(24);
    expect(report.kills).toBeGreaterThanOrEqual(Math.max(1, Math.floor(withdrawals / 250)));
    // Half of the calls have a fault. Only a part of these leaves a withdrawal to a person.
    expect(report.faults).toBeGreaterThan(withdrawals / 5);
    expect(report.counts.named).toBeGreaterThanOrEqual(Math.floor(withdrawals / 250));
    expect(report.counts.completed).toBeGreaterThan(withdrawals * LEAST);
    expect(report.webhooks.delivered).toBeGreaterThan(withdrawals * LEAST);
  },
  Math.max(600_000, WITHDRAWALS * 60),
);
