import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { inTurn } from '#test/hold-lock.ts';
import { callAs, enrol } from '../auth/account-app.ts';
import { EMAIL, PASSWORD, renewAuthApp, type Answer } from '../auth/auth-app.ts';

const RAVI = 'ravi@example.com';
const MEERA = 'meera@example.com';
const WRONG = 'That is not your password.';

const app = await renewAuthApp();
let asha: string;
let ravi: TestSession;
beforeEach(async () => {
  asha = (await openAdminSession(app, EMAIL)).token;
  ravi = await openAdminSession(app, RAVI);
});

const post = (path: string, body?: object, token = asha): Promise<Answer> =>
  callAs(app, token, 'POST', `/api/admins/${path}`, body);
const invite = (password = PASSWORD, email = MEERA): Promise<Answer> => post('invitations', { email, password });
const disable = (password = PASSWORD): Promise<Answer> => post(`${ravi.adminId}/disable`, { password });

/** Reads all data that these changes can affect. */
const readState = async (): Promise<unknown> => {
  const [row] = await app.database.query(sql`
    select (select jsonb_agg(jsonb_build_array(email, disabled_at is null) order by email) from admins) as admins,
      (select count(*)::int from admin_invitations where used_at is null and withdrawn_at is null) as invitations,
      (select count(*)::int from admin_authenticators) as apps`);
  return row;
};
const audited = (action: string) =>
  app.database.query<{ actorId: string; entityId: string; after: object; ip: string }>(
    sql`select actor_id, entity_id, after, host(ip) as ip from audit_log where action = ${action} order by id`,
  );

/** Prepares each change and returns its call. */
const CHANGES: Readonly<Record<string, () => Promise<{ path: string; body?: object; token?: string }>>> = {
  'inviting an administrator': async () => ({ path: 'invitations', body: { email: MEERA } }),
  'disabling an administrator': async () => ({ path: `${ravi.adminId}/disable` }),
  'enabling an administrator': async () => {
    await app.database.execute(sql`update admins set disabled_at = now() where email = ${RAVI}`);
    return { path: `${ravi.adminId}/enable` };
  },
  'removing the authenticator app of another': async () => {
    await enrol(app, asha);
    const [owner] = await app.database.query<{ id: string }>(sql`select id from admins where email = ${EMAIL}`);
    return { path: `${owner?.id}/reset-authenticator`, token: ravi.token };
  },
};

describe.each(Object.entries(CHANGES))('%s', (_name, prepare) => {
  it('needs the own password as well as a session', async () => {
    const { path, body, token = asha } = await prepare();
    const before = await readState();
    expect(await post(path, body, token)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: { password: 'Please enter your password.' } },
    });
    for (const password of ['not it', `${PASSWORD} `, PASSWORD.toUpperCase()]) {
      expect(await post(path, { ...body, password }, token)).toMatchObject({
        status: 400,
        body: { code: 'invalid_otp', message: WRONG, errors: { password: WRONG } },
      });
    }
    expect(await readState()).toEqual(before);
    expect((await app.verify(token)).status).toBe(200);
    expect((await post(path, { ...body, password: PASSWORD }, token)).status).toBe(200);
    expect(await readState()).not.toEqual(before);
  });
});

describe('a wrong password', () => {
  it('is logged and allowed five times in 15 minutes, over all these changes and the own account', async () => {
    expect((await invite('1')).status).toBe(400);
    expect((await disable('2')).status).toBe(400);
    expect((await post('nobody/enable', { password: '3' })).status).toBe(400);
    expect((await post('nobody/reset-authenticator', { password: '4' })).status).toBe(400);
    const account = await callAs(app, asha, 'POST', '/api/account/authenticator', { password: '5' });
    expect(account).toMatchObject({ status: 400, body: { errors: { password: WRONG } } });
    const before = await readState();
    expect(await invite()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await disable()).status).toBe(429);
    expect(await readState()).toEqual(before);
    expect((await app.verify(asha)).status).toBe(200);
    const [owner] = await app.database.query<{ id: string }>(sql`select id from admins where email = ${EMAIL}`);
    expect(await audited('auth.wrong_password')).toEqual(
      Array.from({ length: 5 }, () => ({ actorId: owner?.id, entityId: owner?.id, after: null, ip: '198.18.0.9' })),
    );
    app.clock.advance(15 * 60_000);
    expect((await disable()).status).toBe(200);
  });

  it('is evaluated five times when 20 calls race', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => invite(`guess ${i}`)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(await audited('auth.wrong_password')).toHaveLength(5);
  });

  it('is not counted when it was right and the change failed', async () => {
    for (let i = 0; i < 6; i += 1) expect((await post('nobody/disable', { password: PASSWORD })).status).toBe(404);
    expect((await disable()).status).toBe(200);
  });
});

describe('a change whose password was right a moment ago', () => {
  /** Runs `meanwhile` after the call has verified its password, while it waits for the lock on the administrators. */
  const during = async (call: () => Promise<Answer>, meanwhile: string): Promise<Answer | undefined> =>
    (
      await inTurn(app.database, ['select 1 from admins for no key update'], [call], (client) =>
        client.query(meanwhile),
      )
    )[0];

  it.each([
    [
      'is refused when its session has ended',
      `update admin_sessions set ended_at = created_at, ended_by = 'from_list'`,
      401,
    ],
    [
      'is refused when its owner was disabled',
      `update admins set disabled_at = created_at where email = '${EMAIL}'`,
      401,
    ],
    [
      'is refused when the password was changed',
      `update admins set password_hash = 'another' where email = '${EMAIL}'`,
      409,
    ],
  ])('%s', async (_title, meanwhile, status) => {
    for (const call of [() => invite(), () => disable()]) {
      expect((await during(call, meanwhile))?.status).toBe(status);
      await app.database.execute(sql`update admins set disabled_at = null`);
      await app.database.execute(sql`update admin_sessions set ended_at = null, ended_by = null`);
      asha = (await openAdminSession(app, EMAIL)).token;
      await app.database.execute(
        sql`update admins set password_hash = (select password_hash from admins where email = ${RAVI}) where email = ${EMAIL}`,
      );
    }
    expect(await readState()).toMatchObject({
      invitations: 0,
      admins: [
        [EMAIL, true],
        [RAVI, true],
      ],
    });
  });
});
