import { expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { createSecondNode } from '#test/test-app.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { setLimits } from './limits.ts';

const { app, call, pending } = await startWithdrawalApp({}, { now: '2026-11-21T06:00:00Z' });
const asha = await openAdminSession(app, 'asha@example.com', { role: 'finance' });
const ravi = await openAdminSession(app, 'ravi@example.com', { role: 'finance' });
const approve = (id: string, as: TestSession, through = call) =>
  through('POST', `/api/withdrawals/${id}/verify`, { approved: true }, as);

test('the limit of a day counts many small withdrawals on all servers, and anew after midnight in India', async () => {
  await setLimits(app, { day: 500 });
  const other = await createSecondNode(app);
  const ids = await Promise.all(Array.from({ length: 12 }, async () => (await pending({ coins: 100 })).id));
  const answers = await Promise.all(ids.map((id, index) => approve(id, asha, index % 2 === 0 ? call : other.call)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('second_person');
  // Another person has a limit of their own.
  const left = ids.filter((_, index) => answers[index]?.status !== 200);
  expect((await approve(left[0]!, ravi)).status).toBe(200);
  await app.database.execute(sql`update second_person_days set day = day - 1 where admin_id = ${asha.adminId}`);
  const { id } = await pending({ coins: 100 });
  expect((await approve(id, asha)).status).toBe(200);
  await other.stop();
});
