// covers own-7.13
import { cutPayouts } from '@muneem/sandbox/payout-simulation';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/test-database.ts';
import { nodesOn } from './nodes-on.ts';
import { PROVIDER_NAMES } from './test-provider.ts';

/** `npm run bench -- payouts` cuts at every byte. */
const STEP = 16;

test.each(PROVIDER_NAMES)(
  `%s pays nothing twice and loses no coin if its connection breaks at every ${STEP} bytes`,
  async (provider) => {
    const database = await createTestDatabase();
    const report = await cutPayouts({
      step: STEP,
      apiKey: 'key',
      provider,
      startNode: nodesOn(database.connection.connectionString, provider),
    });
    await database.drop();
    expect(report).toMatchObject({ doublePayouts: 0, contradictions: [], coinsLost: 0, forgotten: 0, breaches: [] });
    // Each cut was applied to its own conversation. Withdrawals whose request was cut are on the attention list, all
    // others are paid.
    expect(report.cuts).toBeGreaterThan(960 / STEP);
    expect(report.unused).toBe(0);
    expect(report.counts.named).toBeGreaterThan(160 / STEP);
    expect(report.counts.completed + report.counts.named).toBe(report.cuts + 2);
  },
  120_000,
);
