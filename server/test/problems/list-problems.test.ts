import { describe, expect, it } from 'vitest';
import type { Problem } from '@muneem/contract/problems';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { createProblemApp, type Answer } from './problem-app.ts';

const app = await createProblemApp();
await buildUser(app, { uid: 'lst-asha', name: 'Asha Rao', email: 'asha@example.com' });
await buildUser(app, { uid: 'lst-ravi', name: 'Ravi', email: 'ravi@example.com' });
const reports = [
  ['lst-asha', 'Login fails', 'technical', 'open'],
  ['lst-ravi', 'No money', 'payment', 'resolved'],
  ['lst-asha', 'Offer 100% wrong', 'offer', 'in_progress'],
  ['lst-ravi', 'Question', 'other', 'closed'],
  ['lst-asha', 'App crashes', 'technical', 'open'],
] as const;
for (const [uid, title, type, status] of reports) {
  const { body } = await app.report(uid, { title, description: `About ${title}`, type });
  app.clock.advance(60_000);
  await app.call('PATCH', `/api/users/${uid}/problems/${body.problem.id}`, { status });
}

const list = (query = ''): Promise<Answer> => app.call('GET', `/api/problems${query}`);
const titles = ({ body }: Answer): string[] => body.problems.map(({ title }) => title);
const NEWEST_FIRST = ['App crashes', 'Question', 'Offer 100% wrong', 'No money', 'Login fails'];

describe('the list of problems', () => {
  // covers 001-7.14
  it('is an array, newest first, when no page is requested', async () => {
    const { status, headers, body } = await list();
    const problems = body as unknown as Problem[];
    expect(status).toBe(200);
    expect(problems.map(({ title }) => title)).toEqual(NEWEST_FIRST);
    expect(headers['x-total-count']).toBe('5');
    expect(problems[0]).toEqual((await app.call('GET', `/api/problems/${problems[0]?.id}`)).body.problem);
  });

  // covers 001-2.21
  it('includes totals when a page is requested', async () => {
    expect((await list('?page=2&limit=2')).body).toEqual({
      success: true,
      problems: [
        expect.objectContaining({ title: 'Offer 100% wrong' }),
        expect.objectContaining({ title: 'No money' }),
      ],
      total: 5,
      totalProblems: 5,
      openProblems: 2,
      page: 2,
      limit: 2,
    });
    expect(titles(await list('?page=9&limit=2'))).toEqual([]);
  });

  // covers 001-7.14
  it('lists waiting problems first when sorted by status', async () => {
    expect(titles(await list('?page=1&sort=status&order=asc'))).toEqual([
      'App crashes',
      'Login fails',
      'Offer 100% wrong',
      'No money',
      'Question',
    ]);
    expect(titles(await list('?page=1&sort=createdAt&order=asc'))).toEqual(NEWEST_FIRST.toReversed());
    expect(titles(await list('?page=1&sort=updatedAt&order=desc'))[0]).toBe('App crashes');
  });

  // covers 001-2.20
  it('filters by status and type', async () => {
    expect(titles(await list('?page=1&status=open'))).toEqual(['App crashes', 'Login fails']);
    expect(titles(await list('?page=1&type=technical&status=open'))).toHaveLength(2);
    expect((await list('?page=1&type=payment')).body).toMatchObject({ total: 1, totalProblems: 5, openProblems: 2 });
    expect(titles(await list('?page=1&type=payment&status=open'))).toEqual([]);
  });

  // covers 001-2.20
  it('searches title, description, user, e-mail address and id, without wildcards', async () => {
    const [{ id }] = (await list('?page=1&search=no%20money')).body.problems as [Problem];
    for (const search of ['NO MONEY', 'about no money', id]) {
      expect(titles(await list(`?page=1&search=${encodeURIComponent(search)}`))).toEqual(['No money']);
    }
    expect(titles(await list('?page=1&search=ravi%40example'))).toHaveLength(2);
    expect(titles(await list('?page=1&search=asha%20rao'))).toHaveLength(3);
    expect(titles(await list('?page=1&search=lst-ravi'))).toHaveLength(2);
    expect(titles(await list(`?page=1&search=${encodeURIComponent('100%')}`))).toEqual(['Offer 100% wrong']);
    expect(titles(await list('?page=1&search=%25'))).toEqual(['Offer 100% wrong']);
    for (const nothing of ['o_m', String.raw`\\`, "' or 1=1 --"]) {
      expect(titles(await list(`?page=1&search=${encodeURIComponent(nothing)}`)), nothing).toEqual([]);
    }
  });

  it('rejects invalid filters, orders and pages', async () => {
    for (const query of [
      '?status=done',
      '?type=bug',
      '?sort=title',
      '?order=up',
      '?page=0',
      '?limit=501',
      '?page=1&page=2',
    ]) {
      expect((await list(query)).status, query).toBe(400);
    }
  });

  it('keeps the problems of a deleted user', async () => {
    await app.call('DELETE', '/api/users/lst-ravi');
    expect(titles(await list('?page=1&search=ravi'))).toHaveLength(2);
  });
});

it('answers 404 for an unknown problem', async () => {
  expect(await app.call('GET', '/api/problems/prb_none')).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'Problem not found. It may have been deleted.' },
  });
});

it('finds its page by an index among 20,000 problems', async () => {
  await app.database.execute(sql`
    insert into problems (id, user_id, title, description, type, created_at, updated_at, search_text)
    select 'prb_' || n, (select min(id) from users), 'Title ' || n, 'd', 'other', now() - n * interval '1 minute', now(),
      'title ' || n from generate_series(1, 20000) n`);
  await app.database.execute(sql`analyze problems`);
  const plan = await app.database.query<{ 'QUERY PLAN': string }>(
    sql`explain select id from problems p order by p.status asc, p.created_at desc, p.id desc limit 50`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('problems_attention');
  const found = await app.database.query<{ 'QUERY PLAN': string }>(
    sql`explain select id from problems p where p.search_text like lower('%title 19999%')`,
  );
  expect(found.map((line) => line['QUERY PLAN']).join('\n')).toContain('problems_search');
});
