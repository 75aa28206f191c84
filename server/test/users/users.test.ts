import { describe, expect, it } from 'vitest';
import type { User, UserDetails } from '@muneem/contract/users';
import { sql } from '#platform/database/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { completeOffers } from '#test/builders/offers.ts';
import { buildUser, holdCoins } from '#test/builders/users.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp({}, { now: '2026-11-21T06:00:00Z' });
const admin = await openAdminSession(app);

interface Answer {
  status: number;
  success: boolean;
  code?: string;
  message?: string;
  users: User[];
  user: UserDetails;
  walletEntries: UserDetails['walletEntries'];
  total: number;
  totalUsers: number;
}

async function call(method: 'GET' | 'DELETE', url: string): Promise<Answer> {
  const response = await app.call<Answer>(method, url, undefined, admin);
  return { ...response.body, status: response.status };
}
const list = (query = ''): Promise<Answer> => call('GET', `/api/users${query}`);
const uids = (answer: Answer): string[] => answer.users.map((user) => user.uid);

describe('the list of users', () => {
  // covers 000-users.7
  it('returns each user with the wallet coins and the newest completed offers', async () => {
    await buildUser(app, { uid: 'inviter', referralCode: 'RAVI-3' });
    const asha = await buildUser(app, {
      uid: 'whole',
      name: 'Asha Rao',
      email: 'asha@example.com',
      phone: '+91 98450 12345',
      gender: 'Female',
      referralCode: 'ASHA-1',
      usedReferralCode: 'RAVI-3',
      coins: 340,
    });
    await completeOffers(app, asha.id, 12);
    const answer = await list('?search=asha%40example');
    expect(answer).toMatchObject({ status: 200, success: true, total: 1 });
    expect(answer.users).toEqual([
      {
        uid: 'whole',
        name: 'Asha Rao',
        email: 'asha@example.com',
        phone: '+91 98450 12345',
        gender: 'Female',
        coins: 340,
        createdAt: '2026-11-21T06:00:00.000Z',
        completedCount: 12,
        referralCode: 'ASHA-1',
        usedReferralCode: 'RAVI-3',
        completedOffers: Array.from({ length: 10 }, (_, n) => ({
          id: `off_${12 - n}`,
          title: `Offer ${12 - n}`,
          completedAt: new Date(Date.UTC(2026, 10, 1, 12 - n)).toISOString(),
        })),
      },
    ]);
  });

  // covers 000-users.7
  it('fills missing fields with defaults', async () => {
    await buildUser(app, { uid: 'bare-user' });
    expect((await list('?search=bare-user')).users[0]).toMatchObject({
      name: 'Unnamed User',
      email: 'No Email',
      phone: 'N/A',
      gender: 'Not specified',
      coins: 0,
      completedOffers: [],
      completedCount: 0,
      usedReferralCode: null,
    });
  });

  // covers 000-users.1
  it('finds a phone number however it is typed and stored', async () => {
    for (const [index, phone] of ['+919812345670', '09812345670', '98123 45670', '98123-45670'].entries())
      await buildUser(app, { uid: `phone-${index}`, phone });
    for (const search of ['+91 98123 45670', '09812345670', '98123-45670', '9812345670', '(0)98123 45670'])
      expect(uids(await list(`?search=${encodeURIComponent(search)}`)).toSorted(), search).toEqual([
        'phone-0',
        'phone-1',
        'phone-2',
        'phone-3',
      ]);
  });

  it('searches name, e-mail, phone and ID, regardless of case', async () => {
    await buildUser(app, {
      uid: 'Find-Me-77',
      name: 'Devanand Kulkarni',
      email: 'Dev@Example.org',
      phone: '9000011111',
    });
    for (const search of ['kulkarni', 'DEV@EXAMPLE.ORG', '00011', 'find-me-77', 'anand kul']) {
      expect(uids(await list(`?search=${encodeURIComponent(search)}`)), search).toEqual(['Find-Me-77']);
    }
  });

  it('finds only the user with exactly this id', async () => {
    for (const uid of ['exact-1', 'exact-10', 'Exact-1']) await buildUser(app, { uid });
    const byId = (uid: string, more = '') => list(`?uid=${encodeURIComponent(uid)}${more}`);
    expect(await byId('exact-1', '&limit=1&search=nobody')).toMatchObject({ total: 1, users: [{ uid: 'exact-1' }] });
    expect(uids(await byId('exact-10'))).toEqual(['exact-10']);
    expect(await byId('exact')).toMatchObject({ status: 200, total: 0, users: [] });
    await call('DELETE', '/api/users/exact-10');
    expect(uids(await byId('exact-10'))).toEqual([]);
    expect((await byId('x'.repeat(129))).status).toBe(400);
  });

  it.each([
    '?sort=password',
    '?limit=0',
    '?limit=501',
    '?page=0',
    '?order=up',
    `?search=${'x'.repeat(201)}`,
    '?limit=5;drop table users',
  ])('rejects the query %s', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, success: false, code: 'validation_failed' });
  });
});

describe('one user', () => {
  // covers 000-users.5
  it('is returned with wallet entries, held coins and completed offers', async () => {
    await buildUser(app, { uid: 'det-friend', referralCode: 'FRIEND-1' });
    const user = await buildUser(app, {
      uid: 'det/ail 1',
      name: 'Detail',
      coins: 100,
      usedReferralCode: 'FRIEND-1',
    });
    await holdCoins(app, user.id, 30);
    await completeOffers(app, user.id, 2);
    const answer = await call('GET', `/api/users/${encodeURIComponent('det/ail 1')}`);
    expect(answer).toMatchObject({ status: 200, success: true });
    expect(answer.user).toMatchObject({ uid: 'det/ail 1', coins: 70, heldCoins: 30, completedCount: 2 });
    expect(answer.user.usedReferralCode).toBe('FRIEND-1');
    expect(answer.user.completedOffers.map((offer) => offer.id)).toEqual(['off_2', 'off_1']);
    expect(
      answer.user.walletEntries.map((entry) => [entry.sequence, entry.kind, entry.amount, entry.balanceAfter]),
    ).toEqual([
      [2, 'hold', -30, 70],
      [1, 'reward', 100, 100],
    ]);
  });

  // covers 000-users.5
  it('has 50 wallet entries, and older ones by a cursor', async () => {
    const user = await buildUser(app, { uid: 'busy-1', coins: 1_000 });
    for (let n = 2; n <= 103; n += 1) await holdCoins(app, user.id, 1);
    const sequences = (entries: UserDetails['walletEntries']) => entries.map(({ sequence }) => sequence);
    const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);
    expect(sequences((await call('GET', '/api/users/busy-1')).user.walletEntries)).toEqual(down(103, 54));
    const older = (before: number) => call('GET', `/api/users/busy-1/wallet-entries?before=${before}`);
    expect(sequences((await older(54)).walletEntries)).toEqual(down(53, 4));
    expect((await older(4)).walletEntries.map(({ sequence, kind, amount }) => [sequence, kind, amount])).toEqual([
      [3, 'hold', -1],
      [2, 'hold', -1],
      [1, 'reward', 1_000],
    ]);
    expect((await older(1)).walletEntries).toEqual([]);
    expect((await older(0)).status).toBe(400);
    expect((await call('GET', '/api/users/unknown/wallet-entries?before=2')).code).toBe('user_not_found');
  });

  it('answers 404 for an unknown user', async () => {
    expect(await call('GET', '/api/users/unknown')).toMatchObject({
      status: 404,
      success: false,
      code: 'user_not_found',
    });
    expect(await call('DELETE', '/api/users/unknown')).toMatchObject({ status: 404, code: 'user_not_found' });
  });
});

describe('deleting a user', () => {
  // covers 000-users.9
  it('hides the user, forfeits the coins, keeps the history and the ID, and is audited', async () => {
    const user = await buildUser(app, { uid: 'gone-1', name: 'Gone', coins: 55 });
    const before = (await list()).totalUsers;
    expect(await call('DELETE', '/api/users/gone-1')).toMatchObject({
      status: 200,
      success: true,
      message: 'User deleted successfully',
    });

    expect((await list('?search=gone-1')).users).toEqual([]);
    expect((await list()).totalUsers).toBe(before - 1);
    expect((await call('GET', '/api/users/gone-1')).status).toBe(404);
    expect((await call('DELETE', '/api/users/gone-1')).status).toBe(404);
    const postings = await app.database.query(
      sql`select amount, balance_after from postings where account = 'wallet' and user_id = ${user.id} order by sequence`,
    );
    expect(postings).toEqual([
      { amount: 55, balanceAfter: 55 },
      { amount: -55, balanceAfter: 0 },
    ]);
    await expect(buildUser(app, { uid: 'gone-1' })).rejects.toMatchObject({ code: 'conflict' });

    const audit = await app.database.query(
      sql`select actor_kind, actor_id, before->>'name' as name, after from audit_log where action = 'users.delete' and entity_id = 'gone-1'`,
    );
    expect(audit).toEqual([
      { actorKind: 'admin', actorId: admin.adminId, name: 'Gone', after: { forfeitedCoins: 55 } },
    ]);
  });

  it('is refused while a withdrawal is open, and changes nothing', async () => {
    const user = await buildUser(app, { uid: 'held-1', coins: 80 });
    await holdCoins(app, user.id, 50);
    expect(await call('DELETE', '/api/users/held-1')).toMatchObject({ status: 409, code: 'conflict' });
    expect((await call('GET', '/api/users/held-1')).user).toMatchObject({ coins: 30, heldCoins: 50 });
  });

  it('excludes a concurrent withdrawal request: exactly one of the two succeeds', async () => {
    for (let n = 0; n < 8; n += 1) {
      const user = await buildUser(app, { uid: `both-${n}`, coins: 10 });
      const [deleted, held] = await Promise.allSettled([
        call('DELETE', `/api/users/both-${n}`),
        holdCoins(app, user.id, 10),
      ]);
      const wasDeleted = deleted.status === 'fulfilled' && deleted.value.status === 200;
      expect(wasDeleted).toBe(held.status === 'rejected');
    }
  });

  it('happens once when two requests race', async () => {
    await buildUser(app, { uid: 'twice-1', coins: 5 });
    const answers = await Promise.all([1, 2, 3].map(() => call('DELETE', '/api/users/twice-1')));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404, 404]);
  });
});
