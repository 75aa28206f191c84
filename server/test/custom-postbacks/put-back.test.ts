import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database, Sql } from '#platform/database/index.ts';
import { createDeliveryApp, type DeliveryApp } from './delivery-app.ts';
import { startTarget, status, type TrackingTarget } from './tracking-target.ts';

let app: DeliveryApp;
let target: TrackingTarget;

beforeEach(async () => {
  app = await createDeliveryApp({ POSTBACK_RETRY_DELAYS_S: '0' }, { now: '2026-11-21T06:00:00Z' });
  target = await startTarget();
});
afterEach(async () => {
  await app.close();
  await target.close();
});

const claims = async (): Promise<number> =>
  (await app.database.pool.query<{ claims: number }>('select claims from postback_deliveries')).rows[0]?.claims ?? 0;

/** Stalls the process between claiming and sending, and delays the confirmation of the return. */
function slowDown(database: Database): void {
  const { query, prepared, execute } = database;
  let stoodStill = false;
  const afterClaim = async <Rows>(rows: Promise<Rows>, text: string): Promise<Rows> => {
    const found = await rows;
    if (!stoodStill && /set status = 'sending'/.test(text) && Array.isArray(found) && found.length > 0) {
      stoodStill = true;
      app.clock.advance(11_000);
    }
    return found;
  };
  Object.assign(database, {
    query: (statement: Sql) => afterClaim(query(statement), statement.text),
    prepared: (name: string, text: string, values: readonly unknown[]) =>
      afterClaim(prepared(name, text, values), text),
    execute: async (statement: Sql) => {
      const count = await execute(statement);
      if (statement.text.includes("set status = 'waiting', next_attempt_at") && count > 0)
        await expect.poll(claims, { timeout: 10_000 }).toBe(2);
      return count;
    },
  });
}

test('sends a returned delivery once when it is claimed again before the return is confirmed', async () => {
  target.behave(status(200));
  const offerId = await app.createOffer();
  await app.addActive(offerId, { postbackUrl: target.url });
  await app.convert(offerId);
  slowDown(app.serverDatabase);
  await app.start();
  await app.settled(offerId).toEqual(['delivered']);
  expect(target.calls).toHaveLength(1);
  expect(await claims()).toBe(2);
});
