import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { createAuthApp, EMAIL, PASSWORD, stranger, wrongCode, type AuthApp } from './auth-app.ts';
import { codeIn, resetLinkIn } from './mail-server.ts';

let app: AuthApp;
beforeEach(async () => void (app = await createAuthApp()));
afterEach(() => app.close());

const guess = (otp: string, headers?: Record<string, string>) => app.post('verify-otp', { email: EMAIL, otp }, headers);
const evaluated = async (): Promise<number> =>
  (
    await app.database.query(
      sql`select 1 from audit_log where action = 'auth.sign_in_failed' and after->>'step' = 'code'`,
    )
  ).length;

describe('somebody who knows an administrator’s address and nothing else', () => {
  it('has at most 2 of the 5 guesses of a code, from however many networks, and its owner gets in', async () => {
    const otp = await app.askForCode();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => guess(wrongCode(otp), stranger(i))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await evaluated()).toBe(2);
    for (let i = 0; i < 2; i += 1) expect((await guess(wrongCode(otp))).status).toBe(400);
    expect((await guess(otp)).status).toBe(200);
  });

  it('is refused even with the right code once the guesses from elsewhere are used up, in the words of a wrong one', async () => {
    const otp = await app.askForCode();
    for (let i = 0; i < 2; i += 1) await guess(wrongCode(otp), stranger(i));
    expect((await guess(otp, stranger(9))).body).toMatchObject({ code: 'invalid_otp' });
    expect((await guess(otp)).status).toBe(200);
  });

  it('cannot use up the ten failures of 15 minutes while the owner signs in again and again', async () => {
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

  it('leaves the owner six failures of 15 minutes, and over all networks there are ten', async () => {
    for (let round = 0; round < 2; round += 1) {
      const otp = await app.askForCode();
      for (let i = 0; i < 3; i += 1) await guess(wrongCode(otp), stranger(round * 3 + i));
      for (let i = 0; i < 3; i += 1) expect((await guess(wrongCode(otp))).status).toBe(400);
      app.clock.advance(60_000);
    }
    expect(await evaluated()).toBe(10);
    expect(await app.post('login', { email: EMAIL, password: PASSWORD })).toMatchObject({ status: 429 });
  });

  it('never sees that somebody is signing in: 429 is for the owner’s network only', async () => {
    const otp = await app.askForCode();
    const seen = new Set<number>();
    for (let i = 0; i < 12; i += 1) seen.add((await guess(wrongCode(otp), stranger(i))).status);
    expect(seen).toEqual(new Set([400]));
  });

  it('can neither end a code nor hold up the next one by asking for codes', async () => {
    const otp = await app.askForCode();
    app.clock.advance(60_000);
    for (let i = 0; i < 20; i += 1)
      expect(await app.post('resend-otp', { email: EMAIL }, stranger(i))).toMatchObject({
        status: 200,
        body: { message: 'OTP sent to your email' },
      });
    expect(app.mail.mails).toHaveLength(1);
    expect((await app.post('resend-otp', { email: EMAIL })).status).toBe(200);
    const next = codeIn(await app.mail.next());
    expect((await guess(otp)).status).toBe(400);
    expect((await guess(next)).status).toBe(200);
  });

  it('cannot keep the owner from a reset link by asking for many', async () => {
    for (let i = 0; i < 30; i += 1)
      expect((await app.post('forgot-password', { email: EMAIL }, stranger(i))).status).toBe(200);
    expect(await app.post('forgot-password', { email: EMAIL })).toMatchObject({ status: 200 });
    await app.stop();
    expect(app.mail.mails).toHaveLength(5);
    const link = resetLinkIn(app.mail.mails[4] as (typeof app.mail.mails)[number]);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{40,}$/);
  });

  it('changes nothing about the next link after a reset: it is mailed at once', async () => {
    for (let i = 0; i < 6; i += 1) await app.post('forgot-password', { email: EMAIL }, stranger(i));
    const token = resetLinkIn(await app.mail.next()).searchParams.get('token');
    for (let i = 0; i < 4; i += 1) await app.mail.next();
    expect((await app.post('reset-password', { token, newPassword: 'a new password' })).status).toBe(200);
    expect((await app.mail.next()).subject).toContain('was changed');
    await app.post('forgot-password', { email: EMAIL });
    expect(resetLinkIn(await app.mail.next()).searchParams.get('token')).not.toBe(token);
  });
});

describe('an owner whose network changes', () => {
  it('may type the code in the new one', async () => {
    const otp = await app.askForCode();
    expect((await guess(otp, { 'x-forwarded-for': '192.0.2.77' })).status).toBe(200);
  });

  it('is at home there after giving the password again, also while the code of a minute ago holds', async () => {
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
  ])('one network: the password from %s, the code from %s: %i', async (home, from, status) => {
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
    app.database.query<{ entity_id: string; after: { notWritten?: number } }>(
      sql`select entity_id, after from audit_log where action = ${action} order by id`,
    );

  it('cannot fill the audit log: 60 of what they do stand in it each minute, and how many do not', async () => {
    for (let i = 0; i < 70; i += 1)
      await app.post('forgot-password', { email: `nobody-${i}@example.com` }, { 'x-forwarded-for': `10.0.${i}.1` });
    expect(await rows('auth.reset_requested')).toHaveLength(60);
    // What is done about an administrator's address is counted for itself, also where no code is awaited.
    await app.post('forgot-password', { email: EMAIL });
    expect((await rows('auth.reset_requested')).at(-1)).toMatchObject({ entity_id: EMAIL });
    for (const email of [EMAIL, 'nobody@example.com']) await app.post('resend-otp', { email });
    expect(await rows('auth.code_requested')).toEqual([{ entity_id: EMAIL, after: { sent: false } }]);
    app.clock.advance(60_000);
    await app.post('forgot-password', { email: 'nobody@example.com' }, { 'x-forwarded-for': '10.1.1.1' });
    expect((await rows('auth.reset_requested')).at(-1)).toMatchObject({
      entity_id: 'nobody@example.com',
      after: { sent: false, notWritten: 11 },
    });
  });

  it('use up nothing of that while the log takes nothing: what failed is neither written nor counted', async () => {
    const ask = async (count: number, network: number) => {
      const answers = Array.from({ length: count }, (_, i) =>
        app.post(
          'forgot-password',
          { email: `nobody-${i}@example.com` },
          { 'x-forwarded-for': `10.${network}.${i}.1` },
        ),
      );
      return [...new Set((await Promise.all(answers)).map(({ status }) => status))];
    };
    const full = sql`alter table audit_log add constraint full_up check (false) not valid`;
    const emptied = sql`alter table audit_log drop constraint full_up`;
    await app.database.execute(full);
    expect(await ask(61, 1)).toEqual([500]);
    await app.database.execute(emptied);
    expect(await ask(62, 2)).toEqual([200]);
    expect(await rows('auth.reset_requested')).toHaveLength(60);
    app.clock.advance(60_000);
    // The entry that would have said so is lost; the next one says it.
    await app.database.execute(full);
    expect(await ask(1, 3)).toEqual([500]);
    await app.database.execute(emptied);
    expect(await ask(1, 4)).toEqual([200]);
    expect((await rows('auth.reset_requested')).at(-1)).toMatchObject({ after: { notWritten: 2 } });
  });

  it('take one place for an entry, however often the database has its transaction done again', async () => {
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
  });

  it('have ten wrong passwords in 15 minutes from one household, however many networks it has', async () => {
    const from = (i: number) => ({ 'x-forwarded-for': `2001:db8:1:2${i.toString(16).padStart(2, '0')}::1` });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await app.post('login', { email: EMAIL, password: 'wrong' }, from(i))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const other = { 'x-forwarded-for': '2001:db8:1:300::1' };
    expect((await app.post('login', { email: EMAIL, password: PASSWORD }, other)).status).toBe(200);
  });
});
