import { describe, expect, it } from 'vitest';
import type { Problem } from '@muneem/contract/problems';
import { sql } from '#platform/database/index.ts';
import { startMailServer, type MailServer } from '#test/auth/mail-server.ts';
import { buildUser } from '#test/builders/users.ts';
import { createProblemApp, REPORT, type Answer } from './problem-app.ts';

const app = await createProblemApp();

const pathOf = ({ userId, id }: Pick<Problem, 'userId' | 'id'>): string => `/api/users/${userId}/problems/${id}`;
const respond = (problem: Problem, body: object, headers?: Record<string, string>): Promise<Answer> =>
  app.call('PATCH', pathOf(problem), body, headers && { headers });
const stored = async ({ id }: Problem): Promise<Problem> => (await app.call('GET', `/api/problems/${id}`)).body.problem;

let users = 0;
async function aProblem(user: { email?: string; name?: string } = {}, report: object = REPORT): Promise<Problem> {
  const { uid } = await buildUser(app, { uid: `responder-${(users += 1)}`, ...user });
  return (await app.report(uid, report)).body.problem;
}
const auditOf = ({ id }: Problem, action: string) =>
  app.database.query(
    sql`select actor_id as by, before, after from audit_log where entity_id = ${id} and action = ${action} order by id`,
  );

describe('responding to a problem', () => {
  // covers 001-7.15
  it('saves status and response, mails the response, and audits the change', async () => {
    const problem = await aProblem({ email: 'asha@example.com' }, { ...REPORT, title: 'Lost <b>coins</b>\u2028!' });
    app.clock.advance(60_000);
    const at = app.clock.now().toISOString();
    const { status, body } = await respond(problem, {
      status: 'resolved',
      adminResponse: 'Dear Asha,\n\nyour coins are <there>.',
      version: 1,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Problem updated successfully',
      problem: {
        ...problem,
        status: 'resolved',
        adminResponse: 'Dear Asha,\n\nyour coins are <there>.',
        respondedBy: 'admin@example.com',
        respondedAt: at,
        updatedAt: at,
        resolvedAt: at,
        version: 2,
      },
      mailedTo: 'asha@example.com',
    });
    expect(await stored(problem)).toEqual(body.problem);
    expect(await auditOf(problem, 'problems.respond')).toEqual([
      {
        by: app.admin.adminId,
        before: { status: 'open', adminResponse: null },
        after: { status: 'resolved', adminResponse: 'Dear Asha,\n\nyour coins are <there>.' },
      },
    ]);

    const mail = await app.mail.next();
    expect(mail.to?.[0]?.address).toBe('asha@example.com');
    expect(mail.subject).toContain('Our answer to your problem: Lost <b>coins</b>');
    expect(mail.text).toContain('Dear Asha,\n\nyour coins are <there>.');
    expect(mail.text).toContain('We consider your problem solved.');
    expect(mail.html).toContain('your coins are &lt;there&gt;.');
    expect(mail.html).not.toContain('<b>coins');
  });

  // covers 001-4.11
  it('allows every change of status, and stores when the problem was done', async () => {
    const problem = await aProblem();
    for (const from of ['open', 'in_progress', 'resolved', 'closed'] as const) {
      for (const to of ['open', 'in_progress', 'resolved', 'closed'] as const) {
        await respond(problem, { status: from });
        expect((await respond(problem, { status: to })).body.problem.status).toBe(to);
      }
    }
    await respond(problem, { status: 'open' });
    const resolved = (await respond(problem, { status: 'resolved' })).body.problem.resolvedAt;
    app.clock.advance(1_000);
    expect((await respond(problem, { status: 'closed' })).body.problem.resolvedAt).toBe(resolved);
    expect((await respond(problem, { status: 'in_progress' })).body.problem.resolvedAt).toBeNull();
  });

  it('sends no mail without a new response, an e-mail address or a live user', async () => {
    const addressed = await aProblem({ email: 'ravi@example.com' });
    expect((await respond(addressed, { status: 'in_progress' })).body.mailedTo).toBeNull();
    expect((await respond(addressed, { adminResponse: 'First' })).body.mailedTo).toBe('ravi@example.com');
    expect((await respond(addressed, { status: 'closed', adminResponse: 'First' })).body.mailedTo).toBeNull();
    expect((await app.mail.next()).text).toContain('First');

    const silent = await aProblem();
    expect((await respond(silent, { adminResponse: 'Nobody reads this' })).body.mailedTo).toBeNull();

    const gone = await aProblem({ email: 'gone@example.com' });
    await app.call('DELETE', `/api/users/${gone.userId}`);
    expect(await respond(gone, { adminResponse: 'Too late' })).toMatchObject({ status: 200, body: { mailedTo: null } });

    await respond(addressed, { adminResponse: 'Second' });
    expect((await app.mail.next()).text).toContain('Second');
    expect(app.mail.mails.map((mail) => mail.to?.[0]?.address)).not.toContain('gone@example.com');
  });

  it('removes the response when an empty one is sent', async () => {
    const problem = await aProblem();
    await respond(problem, { adminResponse: 'Wrong words' });
    expect((await respond(problem, { adminResponse: '  ' })).body.problem).toMatchObject({
      adminResponse: null,
      respondedBy: null,
      respondedAt: null,
    });
  });

  it('leaves no trace when nothing changes', async () => {
    const problem = await aProblem();
    app.clock.advance(1_000);
    expect((await respond(problem, { status: 'open', adminResponse: '' })).body.problem).toEqual(problem);
    expect(await auditOf(problem, 'problems.respond')).toEqual([]);
  });

  it('rejects invalid input, with a message for the field', async () => {
    const problem = await aProblem();
    for (const [body, message] of [
      [{}, 'Send a status, a response or both.'],
      [{ status: 'done' }, 'The status is one of: open, in_progress, resolved, closed.'],
      [{ adminResponse: 'x'.repeat(5_001) }, 'The response can have at most 5,000 characters.'],
      [{ adminResponse: 'a\u0007' }, 'The response contains characters that cannot be stored.'],
    ] as const) {
      expect(await respond(problem, body)).toMatchObject({ status: 400, body: { code: 'validation_failed', message } });
    }
    expect(await stored(problem)).toEqual(problem);
  });

  it('is refused for an unknown problem and another user’s problem', async () => {
    const problem = await aProblem();
    const other = await aProblem();
    for (const path of [
      `/api/users/${problem.userId}/problems/prb_none`,
      pathOf({ ...problem, userId: other.userId }),
    ]) {
      expect(await app.call('PATCH', path, { status: 'closed' })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
      expect((await app.call('DELETE', path)).status).toBe(404);
    }
    expect(await stored(problem)).toEqual(problem);
  });

  it('keeps the first response when two administrators save over the same version', async () => {
    const problem = await aProblem();
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((adminResponse) => respond(problem, { adminResponse, version: problem.version })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'version_conflict',
      message: 'This problem was saved meanwhile. Check the saved status and response before you save again.',
    });
    expect((await stored(problem)).version).toBe(2);
    expect(await auditOf(problem, 'problems.respond')).toHaveLength(1);
  });
});

it('keeps the response during a mail outage, and sends the mail afterwards', async () => {
  const other = await createProblemApp();
  await other.mail.close();
  const back: MailServer[] = [];
  try {
    await buildUser(other, { uid: 'later', email: 'later@example.com' });
    const { problem } = (await other.report('later')).body;
    const answered = await other.call('PATCH', pathOf(problem), { adminResponse: 'Please wait' });
    expect(answered).toMatchObject({ status: 200, body: { mailedTo: 'later@example.com' } });
    const kept = await other.call('GET', `/api/problems/${problem.id}`);
    expect(kept.body.problem.adminResponse).toBe('Please wait');
    const waiting = () =>
      other.database.query(sql`select 1 from jobs.job where name = 'mail-problem-answer' and state = 'retry'`);
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1);
    back.push(await startMailServer(other.mail.port));
    await other.database.execute(
      sql`update jobs.job set start_after = now() where name = 'mail-problem-answer' and state = 'retry'`,
    );
    expect((await back[0]?.next())?.text).toContain('Please wait');
  } finally {
    // Closes the app first, because its open connection would keep the mail server waiting.
    await other.close();
    await back[0]?.close();
  }
});

describe('deleting a problem', () => {
  // covers 001-7.16
  it('removes it from the list, and keeps its content in the audit log', async () => {
    const problem = await aProblem();
    const { status, body } = await app.call('DELETE', pathOf(problem));
    expect([status, body]).toEqual([200, { success: true, message: 'Problem deleted successfully' }]);
    expect((await app.call('GET', `/api/problems/${problem.id}`)).status).toBe(404);
    expect(await auditOf(problem, 'problems.delete')).toEqual([
      { by: app.admin.adminId, before: problem, after: null },
    ]);
  });

  it('happens once when several requests race', async () => {
    const problem = await aProblem();
    const answers = await Promise.all([1, 2, 3].map(() => app.call('DELETE', pathOf(problem))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });
});
