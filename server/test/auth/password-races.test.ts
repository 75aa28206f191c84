import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { inTurn } from '#test/hold-lock.ts';
import { callAs } from './account-app.ts';
import { EMAIL, PASSWORD, renewAuthApp, type Answer } from './auth-app.ts';
import { resetLinkIn } from './mail-server.ts';

const app = await renewAuthApp();

const OF_THE_OWNER = 'chosen by the owner';
const OF_THE_THIEF = 'chosen by the thief';

const change = (token: string, newPassword = OF_THE_THIEF): Promise<Answer> =>
  callAs(app, token, 'POST', '/api/account/password', { currentPassword: PASSWORD, newPassword });

const canSignIn = async (password: string): Promise<boolean> =>
  (await app.post('login', { email: EMAIL, password })).status === 200;

/** Each call has checked the old password before the first one changes it. */
const inLine = (calls: readonly (() => Promise<Answer>)[], meanwhile?: () => Promise<unknown>) =>
  inTurn(app.database, ['select 1 from admins where email = $1 for update', [EMAIL]], calls, meanwhile);

describe('a sign-in that races with a password reset', () => {
  it('is refused when the reset commits first', async () => {
    await app.post('forgot-password', { email: EMAIL });
    const token = resetLinkIn(await app.mail.next()).searchParams.get('token') ?? '';
    const [reset, late] = await inLine([
      () => app.post('reset-password', { token, newPassword: OF_THE_OWNER }),
      () => app.post('login', { email: EMAIL, password: PASSWORD }),
    ]);
    expect(reset?.status).toBe(200);
    expect(late).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect((await app.database.query(sql`select 1 from sign_in_challenges`)).length).toBe(0);
    await app.mail.next();
    expect(await canSignIn(OF_THE_OWNER)).toBe(true);
  });
});

describe('a password change that waits for a lock', () => {
  it('does not undo a reset that commits first', async () => {
    const thief = await app.signIn();
    await app.post('forgot-password', { email: EMAIL });
    const token = resetLinkIn(await app.mail.next()).searchParams.get('token') ?? '';
    const [reset, late] = await inLine([
      () => app.post('reset-password', { token, newPassword: OF_THE_OWNER }),
      () => change(thief),
    ]);
    expect(reset?.status).toBe(200);
    expect(late).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', message: 'Your session has ended. Please sign in again.' },
    });
    expect(await canSignIn(OF_THE_THIEF)).toBe(false);
    await app.mail.next();
    expect(await canSignIn(OF_THE_OWNER)).toBe(true);
  });

  it('is refused when its session has ended meanwhile', async () => {
    const thief = await app.signIn();
    app.clock.advance(60_000);
    const owner = await app.signIn();
    const endOthers = () => callAs(app, owner, 'POST', '/api/account/sessions/end-others');
    const [late] = await inLine([() => change(thief)], async () => expect((await endOthers()).status).toBe(200));
    expect(late?.status).toBe(401);
    expect(await canSignIn(OF_THE_THIEF)).toBe(false);
    expect((await app.verify(owner)).status).toBe(200);
  });

  it('is refused when the same session has changed the password meanwhile', async () => {
    const mine = await app.signIn();
    const [first, second] = await inLine([() => change(mine, 'the first of two'), () => change(mine, 'the other one')]);
    expect(first?.status).toBe(200);
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Your password was changed just now. Please try again.' },
    });
    expect(await canSignIn('the other one')).toBe(false);
    expect((await app.verify(mine)).status).toBe(200);
  });
});
