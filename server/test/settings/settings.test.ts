import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD } from '#test/admin-session.ts';
import { codeIn, hasCode } from '../auth/mail-server.ts';
import { startSettingsApp } from './settings-app.ts';

const world = await startSettingsApp();
/** Codes and guesses are limited for each admin, so every test uses a new one. */
beforeEach(() => world.signInAnother());

/** The audit rows of code-confirmed saves that changed nothing. */
const refusals = (session = world.admin) =>
  world.app.database.query(
    sql`select after from audit_log where action = 'settings.refuse-save' and actor_id = ${session.adminId} order by id`,
  );

describe('reading', () => {
  // covers 001-3.10 001-7.23 001-9.4
  test('returns a generated token and its own URL on a fresh installation', async () => {
    expect((await world.call('GET', '')).body).toEqual({
      success: true,
      settings: {
        securityKey: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        domain: 'https://rewards.example',
        adminEmail: '',
        systemName: 'Muneem',
        bulkpeApiKey: '',
        oldSecurityKey: null,
        autoPayoutFlags: ['shared_upi', 'shared_account', 'burst'],
        autoPayoutUserLimit: null,
        autoPayoutDayLimit: 100_000,
        secondPersonWithdrawal: null,
        secondPersonDay: null,
        secondPersonRun: null,
        secondPersonManualDay: null,
        updatedAt: expect.any(String),
        version: 1,
      },
    });
  });

  test('masks the provider key, reveals it only by an audited call, and stores it encrypted', async () => {
    const change = { bulkpeApiKey: 'live-secret-key-9876' };
    await world.save(change);
    expect((await world.read())['bulkpeApiKey']).toBe('••••••••9876');
    for (const [body, message] of [
      [{}, 'Please enter your password.'],
      [{ password: 'not it' }, 'That is not your password.'],
    ] as const) {
      const refused = await world.call('POST', '/reveal-api-key', body);
      expect(refused).toMatchObject({ status: 400, body: { errors: { password: message } } });
      expect(JSON.stringify(refused.body)).not.toContain('9876');
    }
    const mailed = world.mail.mails.length;
    expect((await world.call('POST', '/reveal-api-key', { password: SESSION_PASSWORD })).body).toEqual({
      success: true,
      bulkpeApiKey: 'live-secret-key-9876',
    });
    const mailToThem = () => world.mail.mails.slice(mailed).find(({ to }) => to?.[0]?.address === world.admin.email);
    await expect.poll(mailToThem, { timeout: 15_000 }).toBeDefined();
    const told = mailToThem();
    expect(told?.subject).toBe('Muneem: the payout key was shown');
    expect(told?.text?.replaceAll(/\s+/g, ' ')).toContain(
      `${world.admin.email} viewed the full API key of the payout provider.`,
    );
    expect(told?.text).toContain('https://rewards.example/settings');
    expect(told?.text).not.toContain('9876');
    const [row] = await world.app.database.query<{ all: string; log: string; reveals: number }>(sql`
      select (select settings::text from settings) as all, (select string_agg(audit_log::text, '') from audit_log) as log,
             (select count(*) from audit_log where action = 'settings.reveal-api-key' and actor_id = ${world.admin.adminId}) as reveals`);
    expect(row?.all).not.toContain('secret-key');
    expect(row?.log).not.toContain('secret-key');
    expect(row?.reveals).toBe(1);
  });
});

describe('saving', () => {
  // covers 001-4.15 001-7.24
  test('saves once exactly the change that the code was requested for, and audits it', async () => {
    const change = { systemName: 'Punya Rewards', domain: 'punya.example/' };
    const before = await world.read();
    const verificationToken = await world.tokenFor(change);
    const saved = await world.call('PUT', '', { ...change, verificationToken });
    expect(saved.status).toBe(200);
    expect(saved.body.settings).toMatchObject({ systemName: 'Punya Rewards', domain: 'https://punya.example' });
    expect(await world.read()).toMatchObject({ systemName: 'Punya Rewards' });
    expect(await world.call('PUT', '', { ...change, verificationToken })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    const [audit] = await world.app.database.query<{ before: object; after: object; actorId: string }>(
      sql`select before, after, actor_id from audit_log where action = 'settings.save' order by id desc limit 1`,
    );
    expect(audit).toMatchObject({
      actorId: world.admin.adminId,
      before: { systemName: before['systemName'], domain: before['domain'] },
      after: { systemName: 'Punya Rewards', domain: 'https://punya.example' },
    });
  });

  // covers 001-7.25
  test('names the change in the mail, without a secret', async () => {
    await world.call('POST', '/send-otp', { systemName: 'Mailed', bulkpeApiKey: 'very-secret-key-5555' });
    const { text, to } = await world.mail.next(hasCode);
    expect(to?.[0]?.address).toBe(world.admin.email);
    expect(text).toContain('→ Mailed');
    expect(text).toContain('5555');
    expect(text).not.toContain('very-secret');
  });

  // covers 001-7.24
  test.each([
    ['other fields', { systemName: 'Asked', adminEmail: 'thief@example.com' }],
    ['another value', { systemName: 'Other' }],
    ['nothing', {}],
  ])('refuses a save with %s than the code was requested for, and uses up the token', async (_what, body) => {
    const before = await world.read();
    const verificationToken = await world.tokenFor({ systemName: 'Asked' });
    expect((await world.call('PUT', '', { ...body, verificationToken })).status).toBe(403);
    expect(await world.call('PUT', '', { systemName: 'Asked', verificationToken })).toMatchObject({
      status: 403,
      body: { message: 'The verification has expired or was already used. Please request a new code.' },
    });
    expect(await world.read()).toEqual(before);
    expect(await refusals()).toEqual([
      { after: { reason: 'the code was for another change', fields: Object.keys(body) } },
    ]);
  });

  // covers 001-4.15 001-6.3
  test('refuses a save without a token, or with an invalid or expired one', async () => {
    const change = { systemName: 'Never' };
    expect((await world.call('PUT', '', change)).status).toBe(400);
    expect((await world.call('PUT', '', { ...change, verificationToken: 'invented' })).status).toBe(403);
    const verificationToken = await world.tokenFor(change);
    world.app.clock.advance(10 * 60_000 + 1_000);
    expect((await world.call('PUT', '', { ...change, verificationToken })).status).toBe(403);
    expect((await world.read())['systemName']).not.toBe('Never');
  });

  test('refuses the token of another admin', async () => {
    const change = { systemName: 'Stolen' };
    const verificationToken = await world.tokenFor(change);
    const other = await openAdminSession(world.app, 'other-thief@example.com');
    expect((await world.call('PUT', '', { ...change, verificationToken }, other)).status).toBe(403);
    expect((await world.call('PUT', '', { ...change, verificationToken })).status).toBe(200);
  });

  test('saves once when 50 requests with one token race', async () => {
    const change = { systemName: 'Once' };
    const verificationToken = await world.tokenFor(change);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.call('PUT', '', { ...change, verificationToken })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('refuses a change when another admin changed the settings meanwhile', async () => {
    const mine = { systemName: 'Mine' };
    const myToken = await world.tokenFor(mine);
    const theirs = { systemName: 'Theirs' };
    const me = world.admin;
    await world.signInAnother();
    await world.save(theirs);
    expect(await world.call('PUT', '', { ...mine, verificationToken: myToken }, me)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
    expect((await world.call('PUT', '', { ...mine, verificationToken: myToken }, me)).status).toBe(403);
    expect((await world.read())['systemName']).toBe('Theirs');
    expect(await refusals(me)).toEqual([
      { after: { reason: 'the settings were changed meanwhile', fields: ['systemName'] } },
    ]);
  });

  // covers 001-7.25
  test('sends no code for a change over stale settings, but does over current or unnamed ones', async () => {
    const { version } = (await world.call('GET', '')).body.settings as unknown as { version: number };
    const first = { systemName: 'First of two' };
    const saved = await world.call('PUT', '', {
      ...first,
      verificationToken: await world.tokenFor({ ...first, version }),
    });
    expect(saved.body.settings).toMatchObject({ systemName: 'First of two', version: version + 1 });
    const second = { domain: 'https://second.example' };
    const codes = async (): Promise<number> =>
      (await world.app.database.query(sql`select 1 from settings_codes where admin_id = ${world.admin.adminId}`))
        .length;
    const before = await codes();
    for (const old of [version, version + 7])
      expect(await world.call('POST', '/send-otp', { ...second, version: old })).toMatchObject({
        status: 409,
        body: {
          code: 'version_conflict',
          message: 'The settings were saved meanwhile. Reload them and try again.',
        },
      });
    expect(await codes()).toBe(before);
    for (const change of [{ ...second, version: version + 1 }, { domain: 'https://third.example' }]) {
      const { version: _, ...sent } = { version: 0, ...change };
      const answer = await world.call('PUT', '', { ...sent, verificationToken: await world.tokenFor(change) });
      expect(answer.body.settings).toMatchObject(sent);
    }
  });

  test('sends a code over settings that another server just saved, before this one was notified', async () => {
    const { version } = (await world.call('GET', '')).body.settings as unknown as { version: number };
    // Saves as another server does, without a notification to this one.
    await world.app.database.execute(
      sql`update settings set domain = 'https://elsewhere.example', version = version + 1`,
    );
    const change = { systemName: 'On the newest' };
    const again = await world.call('POST', '/send-otp', { ...change, version });
    expect(again).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
    const token = await world.tokenFor({ ...change, version: version + 1 });
    const saved = await world.call('PUT', '', { ...change, verificationToken: token });
    expect(saved.body.settings).toMatchObject({ ...change, domain: 'https://elsewhere.example', version: version + 2 });
  });

  // covers 001-5.11
  test('restores the default for an empty system name, in the mail too', async () => {
    const named = { systemName: 'Named' };
    await world.save(named);
    const change = { systemName: ' ' };
    await world.call('POST', '/send-otp', change);
    const sent = await world.mail.next(hasCode);
    expect(sent.text).toContain('System name: Named → Muneem');
    const verified = await world.call('POST', '/verify-otp', { otp: codeIn(sent) });
    const { verificationToken } = verified.body;
    const saved = await world.call('PUT', '', { ...change, verificationToken });
    expect(saved.body.settings).toMatchObject({ systemName: 'Muneem' });
    expect((await world.call('POST', '/send-otp', change)).body.message).toBe(
      'There is nothing to save: no setting was changed.',
    );
  });

  test('keeps the stored key when the masked one is sent back, and removes it when empty', async () => {
    const key = { bulkpeApiKey: 'kept-key-4321' };
    await world.save(key);
    const echoed = { systemName: 'Echo', bulkpeApiKey: '••••••••4321' };
    expect((await world.save(echoed)).status).toBe(200);
    expect((await world.call('POST', '/reveal-api-key', { password: SESSION_PASSWORD })).body['bulkpeApiKey']).toBe(
      'kept-key-4321',
    );
    const removed = { bulkpeApiKey: '' };
    await world.save(removed);
    expect((await world.read())['bulkpeApiKey']).toBe('');
  });

  // covers 001-5.11
  test.each([
    [{ securityKey: '' }, 'securityKey'],
    [{ securityKey: 'short' }, 'securityKey'],
    [{ securityKey: 'with space and <script>' }, 'securityKey'],
    [{ domain: '' }, 'domain'],
    [{ domain: 'javascript:alert(1)' }, 'domain'],
    [{ domain: 'ftp://files.example' }, 'domain'],
    [{ domain: 'https://user:pass@example.com' }, 'domain'],
    [{ adminEmail: 'no-address' }, 'adminEmail'],
    [{ systemName: 'two\nlines' }, 'systemName'],
    [{ bulkpeApiKey: 'two\nlines' }, 'bulkpeApiKey'],
    [{ autoPayoutUserLimit: 0 }, 'autoPayoutUserLimit'],
    [{ autoPayoutDayLimit: 0.5 }, 'autoPayoutDayLimit'],
    [{ autoPayoutDayLimit: null }, 'autoPayoutDayLimit'],
    [{ autoPayoutFlags: ['tall'] }, 'autoPayoutFlags.0'],
  ])('sends no code for %j', async (change, field) => {
    const { status, body } = await world.call('POST', '/send-otp', change);
    expect(status).toBe(400);
    expect(body['errors']).toHaveProperty(field);
  });

  test('rejects a long domain of slashes without slow matching', async () => {
    const began = process.cpuUsage();
    const { status, body } = await world.call('POST', '/send-otp', { domain: `${'/'.repeat(90_000)}x` });
    expect([status, body['errors']]).toEqual([400, { domain: 'The domain is too long.' }]);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_500);
  });

  test('sends no code for an unchanged setting', async () => {
    const { systemName, domain } = await world.read();
    expect((await world.call('POST', '/send-otp', { systemName, domain })).status).toBe(400);
  });

  // covers 001-7.25
  test('allows one save of any change after the documented call without a body', async () => {
    const { body } = await world.call('POST', '/verify-otp', { otp: await world.askForCode() });
    const change = { systemName: 'Any', verificationToken: body.verificationToken };
    expect((await world.call('PUT', '', change)).status).toBe(200);
    expect((await world.call('PUT', '', { ...change, systemName: 'Again' })).status).toBe(403);
  });
});
