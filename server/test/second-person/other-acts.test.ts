import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createManualPaymentsApp } from '#test/manual-payments/manual-payments-app.ts';
import { startSettingsApp } from '#test/settings/settings-app.ts';
import { proposalCalls, setLimits } from './limits.ts';

describe('payments by hand', () => {
  it('need a second person above the limit of a day, alone, in a list and in a run', async () => {
    const app = await createManualPaymentsApp();
    await app.start();
    const { open, confirm } = proposalCalls(app.call);
    const ravi = await openAdminSession(app, 'ravi@example.com', { role: 'finance' });
    // 250 coins are ₹250.
    await setLimits(app, { manualDay: 600 });
    const visits = await Promise.all(Array.from({ length: 6 }, () => app.visit()));
    const [first, second, third, ...rest] = visits.map(({ clickId }) => clickId);
    expect((await app.pay({ clickId: first })).status).toBe(200);
    expect((await app.pay({ clickId: second })).status).toBe(200);
    const refused = await app.pay({ clickId: third });
    expect(refused.body).toMatchObject({ code: 'second_person' });
    expect(refused.body.message).toContain('With ₹250 you reach ₹750 today, above the limit of ₹600');
    const list = await app.payBulk(rest.map((clickId) => ({ clickId })));
    expect(list.body).toMatchObject({ code: 'second_person' });
    for (const { uid } of visits.slice(2)) expect(await app.balance(uid)).toBe(0);
    for (const { id } of await open(ravi)) {
      const answers = await Promise.all([confirm(id, ravi), confirm(id, ravi)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
    for (const { uid } of visits) expect(await app.balance(uid)).toBe(250);
    const [paid] = await app.rows('select paid_by from manual_payments where click_id = $1', [third]);
    expect(paid).toEqual({ paidBy: 'ravi@example.com, proposed by admin@example.com' });
  });
});

describe('settings', () => {
  it('need a second owner for limits, Auto Payout’s too, key and token once a limit is set, and not before', async () => {
    const world = await startSettingsApp();
    const { open, confirm } = proposalCalls(world.app.call);
    const other = await openAdminSession(world.app, 'second.owner@example.com');
    expect((await world.save({ secondPersonDay: 5_000 })).status).toBe(200);
    expect((await world.save({ systemName: 'Coins' })).status).toBe(200);
    for (const change of [
      { secondPersonWithdrawal: 10 },
      { bulkpeApiKey: 'another-secret-key' },
      { autoPayoutDayLimit: 50_00_000 },
      { autoPayoutUserLimit: 5_00_000 },
      { autoPayoutFlags: [] },
      { securityKey: 'a-new-security-token-of-32-chars' },
      { secondPersonDay: null },
    ]) {
      const before = await world.read();
      expect((await world.save(change)).body, JSON.stringify(change)).toMatchObject({ code: 'second_person' });
      expect(await world.read()).toEqual(before);
      const [proposal] = await open(other);
      expect((await confirm(proposal!.id, world.admin)).status).toBe(403);
      expect((await confirm(proposal!.id, other)).body).toMatchObject({ message: 'Settings updated successfully' });
      expect(await world.read()).not.toEqual(before);
    }
    const sealed = await world.app.database.getValue<string>(sql`select string_agg(call_sealed, ' ') from proposals`);
    expect(sealed).not.toContain('another-secret-key');
    const texts = await world.app.database.getValue<string>(
      sql`select string_agg(title || reason, ' ') || (select string_agg(after::text, ' ') from audit_log) from proposals`,
    );
    expect(texts).not.toContain('another-secret-key');
  });

  it('say that another change waits, and that this one was not proposed', async () => {
    const world = await startSettingsApp();
    const { open } = proposalCalls(world.app.call);
    const other = await openAdminSession(world.app, 'second.owner@example.com');
    await world.save({ secondPersonDay: 5_000 });
    const first = { autoPayoutDayLimit: 2_00_000 };
    expect(await world.save(first)).toMatchObject({ status: 202, body: { code: 'second_person' } });
    expect(await world.save(first)).toMatchObject({
      status: 202,
      body: { message: 'This waits for a second person already. See Waiting for a second person.' },
    });
    const refused = await world.save({ autoPayoutDayLimit: 3_00_000 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.message).toMatch(/^This was not proposed: another change by .+ waits .+2,00,000/);
    expect(await open(other)).toHaveLength(1);
    await proposalCalls(world.app.call).decline((await open(other))[0]!.id, other);
    expect((await world.save({ bulkpeApiKey: 'first-secret-key-7788' })).status).toBe(202);
    // The masked values are the same.
    expect((await world.save({ bulkpeApiKey: 'other-secret-key-7788' })).status).toBe(409);
  });

  it('are refused if they were saved since the proposal', async () => {
    const world = await startSettingsApp();
    const { open, confirm } = proposalCalls(world.app.call);
    const other = await openAdminSession(world.app, 'second.owner@example.com');
    await world.save({ secondPersonDay: 5_000 });
    await world.save({ secondPersonDay: 9_000 });
    await world.save({ systemName: 'Saved meanwhile' });
    const [proposal] = await open(other);
    expect((await confirm(proposal!.id, other)).body.code).toBe('conflict');
    expect(await world.read()).toMatchObject({ secondPersonDay: 5_000 });
  });
});
