import { expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { unzip } from '#test/exports/unzip.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp({}, { now: '2026-11-21T12:00:00Z' });
const auditor = await openAdminSession(app, 'auditor@example.com', { role: 'auditor' });
// Four entries of one millisecond: only microseconds and ids tell their order.
await app.database.execute(sql`
  insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, before, after, ip, request_id)
  select timestamptz '2026-11-01 00:00+05:30' + (i / 2) * interval '1 microsecond', 'admin', case when i % 2 = 0 then 'adm_a' else 'adm_b' end,
    case when i = 7 then '=HYPERLINK("x")' else 'Asha' end, 'withdrawals.retry-payment', 'withdrawal', 'wd_' || i,
    jsonb_build_object('status', 'failed'), jsonb_build_object('url', 'https://t.example/?token=abc&x=1', 'n', i), '203.0.113.7', 'req-' || i
  from generate_series(1, 2500) i`);

const get = (url: string, { headers } = auditor) => app.http.fastify.inject({ method: 'GET', url, headers });

async function csv(query = ''): Promise<string[]> {
  const answer = await get(`/api/exports/audit.csv?${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.body.split('\r\n').slice(0, -1);
}

it('exports every matching entry once, in the order of the log', async () => {
  const rows = await csv('recordType=withdrawal');
  expect(rows[0]).toBe(
    '\uFEFFEntry,Time (IST),Actor,Actor Kind,Actor ID,Action,Action Code,Record Type,Record ID,Before,After,IP Address,Request ID',
  );
  expect(rows[1]).toMatch(
    /^\d+,2026-11-01 00:00:00,Asha,Administrator,adm_a,Withdrawals: retry payment,withdrawals\.retry-payment,withdrawal,wd_2500,"\{""status"":""failed""\}","\{.*\}",203\.0\.113\.7,req-2500$/,
  );
  const ids = rows.slice(1).map((row) => Number(/wd_(\d+)/.exec(row)?.[1]));
  expect(ids).toEqual(Array.from({ length: 2500 }, (_, i) => 2500 - i));
});

it('follows the filters of the screen', async () => {
  const ofOne = await csv('actor=adm_b&action=withdrawals.retry-payment&startDate=2026-11-01&endDate=2026-11-01');
  expect(ofOne).toHaveLength(1251);
  expect(await csv('recordType=withdrawal&recordId=wd_9')).toHaveLength(2);
  expect(await csv('recordType=withdrawal&endDate=2026-10-31')).toHaveLength(1);
});

it('writes no formula and no secret of a URL, for an owner too', async () => {
  const owner = await openAdminSession(app, 'owner@example.com');
  for (const session of [auditor, owner]) {
    const { body } = await get('/api/exports/audit.csv?recordId=wd_7', session);
    expect(body).toContain(`"'=HYPERLINK(""x"")"`);
    expect(body).toContain('https://t.example/?token=••••&x=1');
    expect(body).not.toContain('abc');
  }
});

it('exports a workbook with times', async () => {
  const answer = await get('/api/exports/audit.xlsx?recordType=withdrawal');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log-2026-11-21.xlsx"');
  const sheet = (await unzip(answer.rawPayload)).get('xl/worksheets/sheet1.xml') as string;
  expect(sheet.match(/<row /g)).toHaveLength(2501);
  // 1 November 2026 in Asia/Kolkata is day 46327 of a workbook.
  expect(sheet).toContain('<c r="B2" s="4"><v>46327</v></c>');
});

it('is audited with its filters, and refused without the right', async () => {
  await csv('recordId=wd_3');
  const [entry] = await app.database.query<{ actorId: string; after: object }>(
    sql`select actor_id, after from audit_log where action = 'audit.export' order by id desc limit 1`,
  );
  expect(entry).toMatchObject({ actorId: auditor.adminId, after: { recordId: 'wd_3', format: 'csv' } });
  const finance = await openAdminSession(app, 'finance@example.com', { role: 'finance' });
  const refused = await get('/api/exports/audit.csv', finance);
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'Your role, Finance, cannot export the audit log. Ask an owner.',
  ]);
});
