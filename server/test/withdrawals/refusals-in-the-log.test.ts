import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createSecondNode, type TestApp } from '#test/test-app.ts';
import { startWithdrawalApp } from './withdrawal-app.ts';

const WARN = 40;
const lines: { level: number; msg: string; err?: object }[] = [];

const it = await startWithdrawalApp();
const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[number]);
const node = await createSecondNode(it.app, {}, pino({ level: 'info' }, { write }));
await node.start();
const { headers } = await openAdminSession(it.app);
beforeEach(() => void lines.splice(0));
afterAll(async () => {
  await node.stop();
  await it.close();
});

const approve = async (id: string): Promise<number> => {
  const url = `/api/withdrawals/${id}/verify`;
  return (await node.call('POST', url, { approved: true }, { headers })).status;
};
const move = async ({ database }: TestApp, userId: number, coins: number): Promise<void> => {
  await database.execute(sql`alter table wallets disable trigger user`);
  await database.execute(sql`update wallets set balance = balance + ${coins} where user_id = ${userId}`);
  await database.execute(sql`alter table wallets enable trigger user`);
  await it.breaches();
};

test('logs no error for the refused ones of 200 concurrent approvals', async () => {
  const { id } = await it.pending();
  const statuses = await Promise.all(Array.from({ length: 200 }, () => approve(id)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(199);
  expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
});

test('logs no error for an approval while payouts are stopped, and one for a failure', async () => {
  const { id, userId } = await it.pending();
  await move(it.app, userId, 5);
  expect(await approve(id)).toBe(503);
  expect(lines.filter(({ level }) => level >= WARN)).toEqual([
    expect.objectContaining({ level: WARN, msg: 'request refused', code: 'unavailable' }),
  ]);
  await move(it.app, userId, -5);
  await it.app.database.execute(sql`alter table withdrawals rename to withdrawals_away`);
  expect(await approve(id)).toBe(500);
  await it.app.database.execute(sql`alter table withdrawals_away rename to withdrawals`);
  expect(lines.filter(({ level }) => level > WARN).map(({ msg, err }) => [msg, err !== undefined])).toEqual([
    ['request failed', true],
  ]);
});
