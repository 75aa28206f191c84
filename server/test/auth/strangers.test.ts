import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { EMAIL, PASSWORD, renewAuthApp, stranger, wrongCode } from './auth-app.ts';
import { codeIn, resetLinkIn } from './mail-server.ts';

const app = await renewAuthApp({ isStarted: false });

const guess = (otp: string, headers?: Record<string, string>) => app.post('verify-otp', { email: EMAIL, otp }, headers);
const evaluated = async (): Promise<number> =>
  (
    await app.database.query(
      sql`select 1 from audit_log where action = 'auth.sign_in_failed' and after->>'step' = 'code'`,
    )
  ).length;

/** Calls that arrive at the same time. @returns their statuses */
const together = async (count: number, call: (i: number) => Promise<{ readonly status: number }>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, (_, i) => call(i)))).map(({ status }) => status);

describe('a stranger who knows an administrator’s email address', () => {
  it('gets at most 2 of the 5 guesses of a code from all networks, and the owner still signs in', async () => {
    const otp = await app.askForCode();
    expect(new Set(await together(60, (i) => guess(wrongCode(otp), stranger(i))))).toEqual(new Set([400]));
    expect(await evaluated()).toBe(2);
    for (let i = 0; i < 2; i += 1) expect((await guess(wrongCode(otp))).status).toBe(400);
    expect((await guess(otp)).status).toBe(200);
  });

  it('cannot use up the ten failures of 15 minutes while the owner signs in repeatedly', async () => {
    for (let round = 0; round < 8; round += 1) {
      const otp = await app.askForCode();
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, (_, i) => guess(wrongCode(otp), stranger(round * 10 + i))),
        guess(otp),
      ]);
      expect(answers.at(-1)?.status).toBe(200);
    }
    expect(await evaluated()).toBeLessThanOrEqual(4);
  });

  it('leaves the owner six of the ten failures of 15 minutes', async () => {
    for (let round = 0; round < 2; round += 1) {
      const otp = await app.askForCode();
      await together(3, (i) => guess(wrongCode(otp), stranger(round * 3 + i)));
      expect(await together(3, () => guess(wrongCode(otp)))).toEqual([400, 400, 400]);
      app.clock.advance(60_000);
    }
    expect(await evaluated()).toBe(10);
    expect(await app.post('login', { email: EMAIL, password: PASSWORD })).toMatchObject({ status: 429 });
  });

  it('can neither end a code nor delay the next one by requesting codes', async () => {
    const otp = await app.askForCode();
    app.clock.advance(60_000);
    await together(20, async (i) => {
      const answer = await app.post('resend-otp', { email: EMAIL }, stranger(i));
      expect(answer).toMatchObject({ status: 200, body: { message: 'OTP sent to your email' } });
      return answer;
    });
    expect(app.mail.mails).toHaveLength(1);
    expect((await app.post('resend-otp', { email: EMAIL })).status).toBe(200);
    const next = codeIn(await app.mail.next());
    expect((await guess(otp)).status).toBe(400);
    expect((await guess(next)).status).toBe(200);
  });

  it('cannot keep the owner from a reset link by requesting many', async () => {
    const statuses = await together(30, (i) => app.post('forgot-password', { email: EMAIL }, stranger(i)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await app.post('forgot-password', { email: EMAIL })).toMatchObject({ status: 200 });
    await app.stop();
    expect(app.mail.mails).toHaveLength(5);
    const link = resetLinkIn(app.mail.mails[4] as (typeof app.mail.mails)[number]);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{40,}$/);
  });

  it('cannot delay the first link after a reset', async () => {
    await app.start();
    await together(6, (i) => app.post('forgot-password', { email: EMAIL }, stranger(i)));
    const token = resetLinkIn(await app.mail.next()).searchParams.get('token');
    for (let i = 0; i < 4; i += 1) await app.mail.next();
    expect((await app.post('reset-password', { token, newPassword: 'a new password' })).status).toBe(200);
    expect((await app.mail.next()).subject).toContain('was changed');
    await app.post('forgot-password', { email: EMAIL });
    expect(resetLinkIn(await app.mail.next()).searchParams.get('token')).not.toBe(token);
  });
});

describe('an owner whose network changes', () => {
  it('may enter the code from the new network', async () => {
    const otp = await app.askForCode();
    expect((await guess(otp, { 'x-forwarded-for': '192.0.2.77' })).status).toBe(200);
  });

  it('gets all guesses there after entering the password again, also for a code that was already sent', async () => {
    const otp = await app.askForCode();
    for (let i = 0; i < 2; i += 1) await guess(wrongCode(otp), stranger(i));
    const elsewhere = { 'x-forwarded-for': '192.0.2.77' };
    expect((await guess(otp, elsewhere)).status).toBe(400);
    expect((await app.post('login', { email: EMAIL, password: PASSWORD }, elsewhere)).status).toBe(200);
    expect((await guess(otp, elsewhere)).status).toBe(200);
  });

  it.each([
    ['203.0.113.7', '203.0.113.250', 200],
    ['203.0.113.7', '203.0.114.7', 400],
    ['2001:db8:1:200::1', '2001:db8:1:2ff:ffff::9', 200],
    ['2001:db8:1:200::1', '2001:db8:1:300::1', 400],
  ])('answers a password from %s and a code from %s with %i', async (home, from, status) => {
    expect((await app.post('login', { email: EMAIL, password: PASSWORD }, { 'x-forwarded-for': home })).status).toBe(
      200,
    );
    const otp = codeIn(await app.mail.next());
    for (let i = 0; i < 2; i += 1) await guess(wrongCode(otp), stranger(i));
    expect((await guess(otp, { 'x-forwarded-for': from })).status).toBe(status);
  });
});

describe('strangers in many networks', () => {
  const rows = (action: string) =>
    app.database.query<{ entityId: string; after: { notWritten?: number } }>(
      sql`select entity_id, after from audit_log where action = ${action} order by id`,
    );

  it('fill at most 60 entries of the audit log a minute, and the next entry counts the rest', async () => {
    await together(70, (i) =>
      app.post('forgot-password', { email: `nobody-${i}@example.com` }, { 'x-forwarded-for': `10.0.${i}.1` }),
    );
    expect(await rows('auth.reset_requested')).toHaveLength(60);
    // An administrator's address has its own count, also while no code is expected.
    await app.post('forgot-password', { email: EMAIL });
    expect((await rows('auth.reset_requested')).at(-1)).toMatchObject({ entityId: EMAIL });
    for (const email of [EMAIL, 'nobody@example.com']) await app.post('resend-otp', { email });
    expect(await rows('auth.code_requested')).toEqual([{ entityId: EMAIL, after: { sent: false } }]);
    app.clock.advance(60_000);
    await app.post('forgot-password', { email: 'nobody@example.com' }, { 'x-forwarded-for': '10.1.1.1' });
    expect((await rows('auth.reset_requested')).at(-1)).toMatchObject({
      entityId: 'nobody@example.com',
      after: { sent: false, notWritten: 11 },
    });
  });

  it('use up no entries while the log cannot be written', async () => {
    const ask = async (count: number, network: number) => {
      const statuses = await together(count, (i) =>
        app.post(
          'forgot-password',
          { email: `nobody-${i}@example.com` },
          { 'x-forwarded-for': `10.${network}.${i}.1` },
        ),
      );
      return [...new Set(statuses)];
    };
    const full = sql`alter table audit_log add constraint full_up check (false) not valid`;
    const emptied = sql`alter table audit_log drop constraint full_up`;
    await app.database.execute(full);
    expect(await ask(61, 1)).toEqual([500]);
    await app.database.execute(emptied);
    expect(await ask(62, 2)).toEqual([200]);
    expect(await rows('auth.reset_requested')).toHaveLength(60);
    app.clock.advance(60_000);
    // The entry with the count was not stored, so the next entry has the count.
    await app.database.execute(full);
    expect(await ask(1, 3)).toEqual([500]);
    await app.database.execute(emptied);
    expect(await ask(1, 4)).toEqual([200]);
    expect((await rows('auth.reset_requested')).at(-1)).toMatchObject({ after: { notWritten: 2 } });
  });

  it('use up one entry for a transaction that is retried', async () => {
    await app.database.execute(sql`create sequence tries`);
    await app.database.execute(sql`
      create function refuse_each_first() returns trigger language plpgsql as $$
      begin
        if nextval('tries') % 2 = 1 then raise exception 'once more' using errcode = '40001'; end if;
        return new;
      end $$`);
    await app.database.execute(sql`
      create trigger refuse_each_first before insert on audit_log for each row execute function refuse_each_first()`);
    for (let i = 0; i < 31; i += 1)
      await app.post('forgot-password', { email: `nobody-${i}@example.com` }, { 'x-forwarded-for': `10.0.${i}.1` });
    expect(await rows('auth.reset_requested')).toHaveLength(31);
    await app.database.execute(sql`drop function refuse_each_first cascade`);
  });

  it('share ten wrong passwords in 15 minutes within one household', async () => {
    const from = (i: number) => ({ 'x-forwarded-for': `2001:db8:1:2${i.toString(16).padStart(2, '0')}::1` });
    const statuses = await together(11, (i) => app.post('login', { email: EMAIL, password: 'wrong' }, from(i)));
    expect(statuses.toSorted()).toEqual([...Array<number>(10).fill(401), 429]);
    const other = { 'x-forwarded-for': '2001:db8:1:300::1' };
    expect((await app.post('login', { email: EMAIL, password: PASSWORD }, other)).status).toBe(200);
  });
});
