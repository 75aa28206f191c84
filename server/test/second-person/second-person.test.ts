import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD, type TestSession } from '#test/admin-session.ts';
import { inTurn } from '#test/hold-lock.ts';
import { withoutTriggers } from '#test/without-triggers.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { proposalCalls, setLimits } from './limits.ts';

const world = await startWithdrawalApp();
const { app, call } = world;
const { open, confirm, decline, withdraw } = proposalCalls(call);
const owner = world.admin;
const asha = await openAdminSession(app, 'asha@example.com', { role: 'finance' });
const ravi = await openAdminSession(app, 'ravi@example.com', { role: 'finance' });
const auditor = await openAdminSession(app, 'auditor@example.com', { role: 'auditor' });
beforeEach(async () => {
  await setLimits(app, {});
  await app.database.execute(sql`delete from second_person_days`);
});
afterEach(async () => {
  for (const { id } of await open(owner)) await app.database.execute(sql`delete from proposals where id = ${id}`);
  world.endTest();
});

const approve = (id: string, as: TestSession) => world.verify(id, { approved: true }, as);
/** 100 coins are ₹100. */
const propose = async (as = asha, coins = 200) => {
  const { id, uid } = await world.pending({ coins });
  const answer = await approve(id, as);
  expect(answer).toMatchObject({ status: 202, body: { success: false, code: 'second_person' } });
  const found = (await open(owner)).find(({ recordId }) => recordId === id);
  return { id, uid, message: answer.body.message, proposal: found?.id ?? '' };
};
const statusOf = async (id: string) => (await world.find(id)).status;

describe('a withdrawal above the limit of one person', () => {
  beforeEach(() => setLimits(app, { withdrawal: 150 }));

  it('waits as proposed and is paid once by a second person', async () => {
    const { id, message, proposal } = await propose();
    expect(message).toBe(
      '₹200 is above the limit of ₹150 for one withdrawal. It waits until one of admin@example.com, ravi@example.com confirms it.',
    );
    const { status, waitsBecause } = await world.find(id);
    expect([status, waitsBecause]).toEqual(['pending', 'Waiting for a second person: proposed by asha@example.com']);
    expect(await world.transfersOf(id)).toBe(0);
    const answers = await Promise.all([confirm(proposal, ravi), confirm(proposal, owner), confirm(proposal, ravi)]);
    expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(1);
    await world.until(id, 'completed');
    expect(await world.transfersOf(id)).toBe(1);
    const by = (await world.find(id)).verifiedBy;
    expect(by).toMatch(/^(ravi|admin)@example\.com, proposed by asha@example\.com$/);
    const [entry] = await app.database.query<{ actorName: string; after: object }>(
      sql`select actor_name, after from audit_log where action = 'withdrawals.approve' and entity_id = ${id}`,
    );
    expect(entry?.after).toMatchObject({ proposedBy: 'asha@example.com' });
    expect(by).toContain(entry?.actorName);
  });

  it('shows both persons the destination in order, whatever direction a name sets', async () => {
    const { id } = await world.pending({ coins: 200, name: 'Asha\u202E Rao\u2067' });
    await approve(id, asha);
    const found = (await open(owner)).find(({ recordId }) => recordId === id);
    expect(found?.title).toBe('Pay ₹200 to Asha Rao (asha@okbank)');
    expect((await confirm(found?.id ?? '', ravi)).status).toBe(200);
    await world.until(id, 'completed');
  });

  it('keeps no name and no destination of an erased user', async () => {
    const { id, uid, proposal } = await propose();
    await confirm(proposal, ravi);
    await world.until(id, 'completed');
    const about = async () =>
      JSON.stringify(
        await app.database.query(sql`
          select p.title, p.decision_reason, (select jsonb_agg(a) from audit_log a where a.entity_id = p.id) as entries
          from proposals p where p.id = ${proposal}`),
      );
    expect(await about()).toContain('asha@okbank');
    expect((await call('DELETE', `/api/users/${uid}`, undefined, owner)).status).toBe(200);
    const erasing = { password: SESSION_PASSWORD, reason: 'Asked' };
    await world.app.must('POST', `/api/users/${uid}/erase`, erasing, owner);
    expect(await about()).not.toMatch(/asha@okbank|Asha Rao/);
  });

  it('lets one person pay up to the limit', async () => {
    const { id } = await world.pending({ coins: 150 });
    expect((await approve(id, asha)).status).toBe(200);
  });

  it('is not decided by the proposer, by no session and no role', async () => {
    const { proposal } = await propose();
    const second = await openAdminSession(app, asha.email);
    for (const session of [asha, second])
      expect((await confirm(proposal, session)).body).toMatchObject({
        code: 'forbidden',
        message: 'You proposed this. Another administrator must decide it.',
      });
    expect((await confirm(proposal, auditor)).status).toBe(403);
  });

  it('is neither proposed nor confirmed with an account of the last 24 hours', async () => {
    const friend = await openAdminSession(app, 'friend@example.com', { role: 'finance' });
    const invited = (by: TestSession, hoursAgo: number) =>
      app.database.execute(sql`
        insert into admin_invitations (id, invited_by, token_hash, email, role, created_at, expires_at, used_at)
        values ('inv_friend', ${by.adminId}, 'hash', ${friend.email}, 'finance', now(), now(), now() - ${hoursAgo} * interval '1 hour')
        on conflict (id) do update set invited_by = excluded.invited_by, used_at = excluded.used_at`);
    await invited(asha, 23);
    // One person with a second account: it proposes, and the first one confirms.
    const { id: wanted } = await world.pending({ coins: 200 });
    expect(await approve(wanted, friend)).toMatchObject({
      status: 403,
      body: { message: 'You got access within the last 24 hours. Another administrator must propose this.' },
    });
    expect(await open(owner)).toEqual([]);
    const { id, proposal } = await propose();
    // Or a third account, which the second one has invited.
    for (const by of [asha, ravi]) {
      await invited(by, 23);
      expect((await confirm(proposal, friend)).body.message).toBe(
        'You got access within the last 24 hours. Another administrator must decide it.',
      );
    }
    await invited(asha, 25);
    expect((await confirm(proposal, friend)).status).toBe(200);
    await world.until(id, 'completed');
  });

  it('is not decided with an account that was enabled in the last 24 hours', async () => {
    const old = await openAdminSession(app, 'old@example.com', { role: 'finance' });
    for (const act of ['disable', 'enable'])
      await call('POST', `/api/admins/${old.adminId}/${act}`, { password: SESSION_PASSWORD }, owner);
    const { id, proposal } = await propose();
    expect((await confirm(proposal, await openAdminSession(app, old.email))).status).toBe(403);
    await app.database.execute(
      sql`update admins set enabled_at = enabled_at - interval '24 hours' where id = ${old.adminId}`,
    );
    expect((await confirm(proposal, await openAdminSession(app, old.email))).status).toBe(200);
    await world.until(id, 'completed');
  });

  it('is refused if anything that it is about has changed since', async () => {
    const { id, proposal } = await propose();
    await withoutTriggers(app.database, sql`update withdrawals set upi_id = 'eve@okbank' where id = ${id}`);
    const { body } = await confirm(proposal, ravi);
    expect(body).toMatchObject({ code: 'conflict' });
    expect(body.message).toContain('Something has changed since this was proposed. Nothing was done.');
    expect(await statusOf(id)).toBe('pending');
    expect((await open(ravi)).map((one) => one.id)).toContain(proposal);
  });

  it('is refused once it was rejected, declined, withdrawn or its time is over', async () => {
    const rejected = await propose();
    await world.verify(rejected.id, { approved: false }, ravi);
    expect((await confirm(rejected.proposal, ravi)).status).toBe(409);
    const declined = await propose();
    expect((await decline(declined.proposal, asha)).status).toBe(403);
    expect((await decline(declined.proposal, ravi)).status).toBe(200);
    expect((await confirm(declined.proposal, owner)).body.message).toBe('This was declined already. Nothing was done.');
    const back = await propose();
    expect((await withdraw(back.proposal, ravi)).status).toBe(403);
    expect((await withdraw(back.proposal, asha)).status).toBe(200);
    expect((await confirm(back.proposal, owner)).status).toBe(409);
    const late = await propose();
    await app.database.execute(
      sql`update proposals set expires_at = now() - interval '1 second' where id = ${late.proposal}`,
    );
    expect((await confirm(late.proposal, ravi)).body.message).toContain('time for this decision is over');
    for (const { id } of [declined, back, late]) expect(await statusOf(id)).toBe('pending');
    expect((await approve(late.id, asha)).body.code).toBe('second_person');
  });

  it('is withdrawn when its proposer loses the role, also if they get it again', async () => {
    const { proposal, id } = await propose();
    await setLimits(app, {});
    for (const role of ['support', 'finance'])
      expect(
        (await call('POST', `/api/admins/${asha.adminId}/role`, { role, password: SESSION_PASSWORD }, owner)).status,
      ).toBe(200);
    expect((await confirm(proposal, ravi)).body.message).toBe('This was withdrawn already. Nothing was done.');
    expect(await statusOf(id)).toBe('pending');
  });

  it('is not decided by an administrator who has just lost the right', async () => {
    const { proposal, id } = await propose();
    await app.database.execute(sql`update admins set role = 'support' where id = ${ravi.adminId}`);
    expect((await confirm(proposal, ravi)).status).toBe(403);
    await app.database.execute(sql`update admins set role = 'finance' where id = ${ravi.adminId}`);
    expect(await statusOf(id)).toBe('pending');
  });

  it('is not decided by an administrator who loses the right while the decision waits', async () => {
    for (const whom of [ravi, asha]) {
      const { proposal, id } = await propose();
      const [answer] = await inTurn(
        app.database,
        ['select from withdrawals where id = $1 for update', [id]],
        [() => confirm(proposal, ravi)],
        () => app.database.execute(sql`update admins set role = 'support' where id = ${whom.adminId}`),
      );
      expect(answer?.status).toBe(403);
      expect(await statusOf(id)).toBe('pending');
      await app.database.execute(sql`update admins set role = 'finance' where id = ${whom.adminId}`);
    }
  });

  it('is proposed once, and needs two also after the limit was lowered', async () => {
    const { id, proposal } = await propose();
    expect((await approve(id, ravi)).body).toMatchObject({
      code: 'second_person',
      message: expect.stringContaining('already'),
    });
    await setLimits(app, { withdrawal: 10 });
    expect((await confirm(proposal, ravi)).status).toBe(200);
    await world.until(id, 'completed');
  });

  it('needs two to be paid again or returned after a failed payment', async () => {
    const { id, proposal } = await propose();
    world.provider.faults.set([{ fault: 'refuse', times: 1 }] as never);
    await confirm(proposal, ravi);
    await world.until(id, 'payment_failed');
    world.endTest();
    for (const [path, body] of [
      ['retry-payment', undefined],
      ['return-coins', {}],
    ] as const) {
      const answer = await call('POST', `/api/withdrawals/${id}/${path}`, body, ravi);
      expect(answer.body, path).toMatchObject({ code: 'second_person' });
    }
    const [again] = await open(owner);
    expect((await confirm(again!.id, asha)).status).toBe(200);
  });

  it('is left to persons by Auto Payout', async () => {
    await app.call('POST', '/api/auto-payout/enable');
    const { id } = await world.pending({ coins: 200 });
    await expect.poll(async () => (await world.find(id)).waitsBecause).toBe('A second person confirms more than ₹150');
    await app.call('POST', '/api/auto-payout/disable');
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('once a limit is set', () => {
  it('declares no other payment as not made than the one that was proposed', async () => {
    const { id } = await world.pending();
    const lose = async (path: string) => {
      world.provider.faults.set([{ fault: 'cut_before', times: 1 }]);
      expect((await call('POST', `/api/withdrawals/${id}/${path}`, { approved: true }, owner)).status).toBe(200);
      world.endTest();
      await world.age(id, 25);
    };
    const declare = (as: TestSession) =>
      call('POST', `/api/withdrawals/${id}/declare-not-paid`, { reason: 'The bank says so' }, as);
    await lose('verify');
    await setLimits(app, { day: 1_000 });
    expect((await declare(asha)).body.code).toBe('second_person');
    const [proposal] = await open(owner);
    await setLimits(app, {});
    expect((await declare(owner)).status).toBe(200);
    await lose('retry-payment');
    expect((await confirm(proposal!.id, ravi)).body).toMatchObject({ code: 'conflict' });
    expect(await statusOf(id)).toBe('processing');
  });

  it('needs two for a change of a role, also if its password was right', async () => {
    await setLimits(app, { day: 1_000 });
    const second = await openAdminSession(app, 'second.owner@example.com', { role: 'owner' });
    const body = { role: 'support', password: SESSION_PASSWORD };
    const answer = await call('POST', `/api/admins/${auditor.adminId}/role`, body, owner);
    expect(answer.body).toMatchObject({ code: 'second_person' });
    const [proposal] = await open(owner);
    expect((await confirm(proposal!.id, owner)).status).toBe(403);
    expect((await confirm(proposal!.id, ravi)).status).toBe(403);
    const sealed = await app.database.getValue<string>(
      sql`select call_sealed from proposals where id = ${proposal!.id}`,
    );
    expect(sealed).not.toContain(SESSION_PASSWORD);
    const other = await call('POST', `/api/admins/${auditor.adminId}/role`, { ...body, role: 'owner' }, second);
    expect(other).toMatchObject({ status: 409, body: { message: expect.stringContaining('Give the role Support') } });
    expect((await confirm(proposal!.id, second)).status).toBe(200);
    expect(await app.database.getValue(sql`select role from admins where id = ${auditor.adminId}`)).toBe('support');
  });
});
