import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { createProblemApp, PLATFORM, REPORT } from './problem-app.ts';

const app = await createProblemApp();

const auditOf = (id: string) =>
  app.database.query(
    sql`select actor_kind as by, action, before, after from audit_log where entity_id = ${id} order by id`,
  );
const problemsOf = async (uid: string): Promise<number> => {
  const [row] = await app.database.query<{ count: number }>(
    sql`select count(*) from problems p join users u on u.id = p.user_id where u.uid = ${uid}`,
  );
  return row?.count ?? 0;
};

describe('reporting a problem', () => {
  // covers 001-3.9 001-7.17
  it('stores it as open, returns it whole and audits it', async () => {
    await buildUser(app, { uid: 'whole', name: 'Asha Rao', email: 'asha@example.com' });
    const { status, body } = await app.report('whole', {
      title: '  Payment <script>alert(1)</script> ',
      description: 'Line one\nLine two',
      type: 'payment',
      attachments: ['https://files.example.com/a.png', 'http://files.example.com/b.png?x=1'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Problem reported successfully',
      problem: {
        id: expect.stringMatching(/^prb_[0-9A-Z]{26}$/),
        userId: 'whole',
        userName: 'Asha Rao',
        userEmail: 'asha@example.com',
        title: 'Payment <script>alert(1)</script>',
        description: 'Line one\nLine two',
        type: 'payment',
        status: 'open',
        adminResponse: null,
        respondedBy: null,
        respondedAt: null,
        attachments: ['https://files.example.com/a.png', 'http://files.example.com/b.png?x=1'],
        createdAt: '2026-11-21T06:00:00.000Z',
        updatedAt: '2026-11-21T06:00:00.000Z',
        resolvedAt: null,
        version: 1,
      },
    });
    expect((await app.call('GET', `/api/problems/${body.problem.id}`)).body.problem).toEqual(body.problem);
    expect(await auditOf(body.problem.id)).toEqual([
      { by: 'platform', action: 'problems.report', before: null, after: body.problem },
    ]);
  });

  it('is possible for an administrator too, for a user without a name or e-mail address', async () => {
    await buildUser(app, { uid: 'nameless' });
    const { body } = await app.report('nameless', REPORT, app.admin.headers);
    expect(body.problem).toMatchObject({ userName: 'Unnamed User', userEmail: 'No Email', attachments: [] });
    expect(await auditOf(body.problem.id)).toMatchObject([{ by: 'admin' }]);
  });

  it('reports each invalid field, and stores nothing', async () => {
    await buildUser(app, { uid: 'strict' });
    const wrong: [object, Record<string, string>][] = [
      [{}, { title: 'The title is required.', description: 'The description is required.', type: expect.any(String) }],
      [{ ...REPORT, title: '   ' }, { title: 'The title is required.' }],
      [{ ...REPORT, title: 'x'.repeat(201) }, { title: 'The title can have at most 200 characters.' }],
      [{ ...REPORT, title: 'a\u0000b' }, { title: 'The title contains characters that cannot be stored.' }],
      [
        { ...REPORT, description: 'x'.repeat(5_001) },
        { description: 'The description can have at most 5,000 characters.' },
      ],
      [
        { ...REPORT, description: '\ud800' },
        { description: 'The description contains characters that cannot be stored.' },
      ],
      [{ ...REPORT, type: 'bug' }, { type: 'The type is one of: technical, payment, offer, other.' }],
      [
        { ...REPORT, attachments: Array.from({ length: 11 }, (_, n) => `https://x.example/${n}`) },
        { attachments: 'At most 10 attachments can be given.' },
      ],
      [
        { ...REPORT, attachments: [`https://x.example/${'y'.repeat(2_000)}`] },
        { 'attachments.0': 'A link can have at most 2000 characters.' },
      ],
    ];
    for (const [body, errors] of wrong) {
      expect(await app.report('strict', body)).toMatchObject({
        status: 400,
        body: { success: false, code: 'validation_failed', errors },
      });
    }
    expect(await problemsOf('strict')).toBe(0);
    expect(
      (await app.report('strict', { ...REPORT, title: 'x'.repeat(200), description: 'y'.repeat(5_000) })).status,
    ).toBe(200);
  });

  it('rejects an attachment with an unsafe link', async () => {
    await buildUser(app, { uid: 'links' });
    for (const link of [
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      '//evil.example',
      'https://',
      'https://bank.example@evil.example/',
      'https://x.example/a b',
      '',
    ]) {
      const { status, body } = await app.report('links', { ...REPORT, attachments: ['https://ok.example/', link] });
      expect([link, status, Object.keys(body.errors ?? {})]).toEqual([link, 400, ['attachments.1']]);
    }
    expect(await problemsOf('links')).toBe(0);
  });

  it('is refused for an unknown and for a deleted user', async () => {
    await buildUser(app, { uid: 'left' });
    await app.call('DELETE', '/api/users/left');
    for (const uid of ['nobody', 'left']) {
      expect(await app.report(uid)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    }
  });
});

describe('a flood of problems', () => {
  it('limits a user to 20 a day, also under concurrency', async () => {
    await buildUser(app, { uid: 'flood' });
    await buildUser(app, { uid: 'calm' });
    const answers = await Promise.all(Array.from({ length: 30 }, () => app.report('flood')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': '86400' },
      body: {
        code: 'rate_limited',
        message: 'This user has reported 20 problems within a day. More can be reported later.',
      },
    });
    expect(await problemsOf('flood')).toBe(20);
    expect((await app.report('calm')).status).toBe(200);
    expect((await app.report('flood', REPORT, app.admin.headers)).status).toBe(200);

    app.clock.advance(86_400_000);
    expect((await app.report('flood')).status).toBe(200);
  });

  it('does not count rejected requests', async () => {
    await buildUser(app, { uid: 'typo' });
    for (let n = 0; n < 25; n += 1) expect((await app.report('typo', { ...REPORT, type: 'bug' })).status).toBe(400);
    expect((await app.report('typo')).status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  it('creates one problem for repeated requests', async () => {
    await buildUser(app, { uid: 'again' });
    const keyed = { ...PLATFORM, 'idempotency-key': 'report-1' };
    const first = await app.report('again', REPORT, keyed);
    const second = await app.report('again', REPORT, keyed);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await problemsOf('again')).toBe(1);
    expect(await app.report('again', { ...REPORT, title: 'Other' }, keyed)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
  });
});
