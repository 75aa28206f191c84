import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '@muneem/contract/audit';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { sql, transaction } from '#platform/database/index.ts';
import { createTestApp } from '#test/test-app.ts';

interface Page {
  readonly entries: AuditEntry[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

const asha: Actor = { kind: 'admin', id: 'adm_asha', name: 'asha@example.com', ip: '203.0.113.7', requestId: 'req-1' };
const ravi: Actor = { kind: 'admin', id: 'adm_ravi', name: 'ravi@example.com' };

const app = await createTestApp();
await app.database.execute(sql`
  insert into audit_log (at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, after)
  select timestamptz '2026-11-01 00:00+05:30' + i * interval '6 hours', 'admin', case when i % 2 = 0 then 'adm_asha' else 'adm_ravi' end,
    'Kiran', case when i % 3 = 0 then 'offers.update' else 'users.delete' end, case when i % 3 = 0 then 'offer' else 'user' end,
    'record-' || i % 5, jsonb_build_object('i', i)
  from generate_series(1, 40) i`);

async function list(query: Record<string, string | number> = {}): Promise<Page & { status: number }> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const answer = await app.call<Page>('GET', `/api/audit?${text}`);
  return { ...answer.body, status: answer.status };
}
const numbers = ({ entries }: Page): unknown[] => entries.map(({ after }) => (after as { i: number } | null)?.i);

describe('the audit log', () => {
  it('shows the admin, action, record, values before and after, time and IP address', async () => {
    await transaction(app.database, (tx) =>
      writeAudit(tx, asha, 'offers.update', ['offer', 'off_1'], { before: { title: 'Old' }, after: { title: 'New' } }),
    );
    const { entries } = await list({ recordId: 'off_1', recordType: 'offer' });
    expect(entries).toEqual([
      {
        id: expect.any(Number) as number,
        at: expect.stringMatching(/Z$/) as string,
        actor: { kind: 'admin', id: 'adm_asha', name: 'asha@example.com' },
        action: 'offers.update',
        recordType: 'offer',
        recordId: 'off_1',
        before: { title: 'Old' },
        after: { title: 'New' },
        ip: '203.0.113.7',
        requestId: 'req-1',
      },
    ]);
  });

  it.each([
    ['an actor', { actor: 'adm_ravi' }, (i: number) => i % 2 === 1],
    ['an action', { action: 'offers.update' }, (i: number) => i % 3 === 0],
    [
      'an actor and an action',
      { actor: 'adm_asha', action: 'users.delete' },
      (i: number) => i % 2 === 0 && i % 3 !== 0,
    ],
    ['a record', { recordType: 'user', recordId: 'record-2' }, (i: number) => i % 5 === 2 && i % 3 !== 0],
    [
      'a range of days, both ends included',
      { startDate: '2026-11-03', endDate: '2026-11-04' },
      (i: number) => i >= 8 && i < 16,
    ],
  ])('is filtered by %s, newest first', async (_what, filter, fits) => {
    const wanted = Array.from({ length: 40 }, (_, i) => 40 - i).filter(fits);
    expect(numbers(await list({ endDate: '2026-11-11', ...filter }))).toEqual(wanted);
  });

  it('pages forwards and backwards without a gap or a repeat', async () => {
    const range = { startDate: '2026-11-01', endDate: '2026-11-11', limit: 16 };
    const first = await list(range);
    expect(numbers(first)).toEqual(Array.from({ length: 16 }, (_, i) => 40 - i));
    expect(first).toMatchObject({ hasNewer: false, hasOlder: true });
    const second = await list({ ...range, before: first.entries.at(-1)?.id ?? 0 });
    const third = await list({ ...range, before: second.entries.at(-1)?.id ?? 0 });
    expect([...numbers(second), ...numbers(third)]).toEqual(Array.from({ length: 24 }, (_, i) => 24 - i));
    expect(third).toMatchObject({ hasNewer: true, hasOlder: false });
    const back = await list({ ...range, after: third.entries[0]?.id ?? 0 });
    expect(numbers(back)).toEqual(numbers(second));
    expect(back).toMatchObject({ hasNewer: true, hasOlder: true });
    expect(await list({ ...range, after: second.entries[0]?.id ?? 0 })).toMatchObject({ hasNewer: false });
  });

  it('lists every admin and every action once as filter options', async () => {
    const answer = await app.call<{ actors: { id: string }[]; actions: string[] }>('GET', '/api/audit/choices');
    const { actors, actions } = answer.body;
    expect(actors.map(({ id }) => id)).toEqual(expect.arrayContaining(['adm_asha', 'adm_ravi']));
    expect(new Set(actors.map(({ id }) => id)).size).toBe(actors.length);
    expect(actions).toEqual([...new Set(actions)].toSorted());
    expect(actions).toEqual(expect.arrayContaining(['offers.update', 'users.delete']));
  });

  it('rejects invalid filters', async () => {
    for (const bad of [{ startDate: 'yesterday' }, { before: 0 }, { limit: 201 }, { after: 'x' }])
      expect((await list(bad as unknown as Record<string, string>)).status).toBe(400);
    expect(numbers(await list({ recordId: "%' or 1=1 --" }))).toEqual([]);
  });

  // covers own-10.3
  it.each([
    ['update', sql`update audit_log set actor_name = 'nobody'`],
    ['delete', sql`delete from audit_log`],
    ['truncate', sql`truncate audit_log`],
  ])('is append-only: the database rejects %s', async (_what, statement) => {
    await expect(app.database.execute(statement)).rejects.toThrow(/append-only/);
  });

  // covers own-10.4
  it('never stores a secret, even when a caller forgets to mask it', async () => {
    await transaction(app.database, (tx) =>
      writeAudit(tx, ravi, 'test.forgot', ['test', 'x'], {
        before: { postbackToken: 'none', deep: [{ apiKey: 'live-key-1', username: 'kept' }] },
        after: { password: 'hunter22', authentication: { type: 'bearer', token: 'abc.def' }, securityKey: '••••1234' },
      }),
    );
    const { entries } = await list({ action: 'test.forgot' });
    expect(entries[0]).toMatchObject({
      before: { postbackToken: 'none', deep: [{ apiKey: '••••••••', username: 'kept' }] },
      after: { password: '••••••••', authentication: { type: 'bearer', token: '••••••••' }, securityKey: '••••1234' },
    });
  });

  it('can read each page by an index for every filter', async () => {
    await app.database.execute(sql`analyze audit_log`);
    const filters = [
      sql`true`,
      sql`actor_id = 'adm_asha'`,
      sql`action = 'offers.update'`,
      sql`actor_id = 'adm_asha' and action = 'offers.update'`,
      sql`entity_id = 'record-1' and entity_type = 'user'`,
      sql`at >= '2026-11-03' and at < '2026-11-05'`,
    ];
    for (const filter of filters) {
      const plan = await transaction(app.database, async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        await tx.execute(sql`set local enable_sort = off`);
        return tx.query<{ 'QUERY PLAN': string }>(
          sql`explain select * from audit_log where ${filter} and (at, id) < (select at, id from audit_log where id = 30) order by at desc, id desc limit 50`,
        );
      });
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toMatch(/Index Cond: .*ROW\(at, id\) </);
      expect(text).not.toContain('Sort');
    }
  });
});
