import { afterEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { NO_LOOKUP, startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { PLATFORM_BEARER, platformClient } from './platform-client.ts';

const world = await startWithdrawalApp();
const platform = platformClient(world.app);
afterEach(() => world.endTest());

const read = async (id: string) => (await platform.get(`withdrawals/${id}`)).body.withdrawal;

describe('a withdrawal', () => {
  test('tells its user each status, and nothing of the back-office', async () => {
    const { id, uid } = await world.pending({ coins: 120 });
    const pending = {
      withdrawalId: id,
      uid,
      coins: 120,
      amount: 120,
      status: 'pending',
      date: expect.any(String),
      payee: 'asha@okbank',
      text: 'We are checking your request. Its coins are held meanwhile.',
      utr: null,
      transactionId: null,
      expectedTime: null,
      finishedAt: null,
    };
    expect((await platform.get(`withdrawals/${id}`)).body).toEqual({ success: true, withdrawal: pending });
    await world.approve(id, uid);
    await world.until(id, 'completed');
    const { transactionId } = await world.find(id);
    expect(transactionId).toMatch(/^TXN/);
    expect(await read(id)).toEqual({
      ...pending,
      status: 'completed',
      text: 'The money was paid.',
      transactionId,
      finishedAt: expect.any(String),
    });
  });

  test('that is on its way says when the money arrives', async () => {
    for (const [fault, text, expectedTime] of [
      ['pending', 'Your money is on its way.', 'A few minutes'],
      ['cut', 'Your money is on its way. We are waiting for the bank to confirm it.', null],
    ] as const) {
      const { id } = await world.sent(fault, NO_LOOKUP);
      await world.app.database.execute(sql`update payout_attempts set next_call_at = now() + interval '1 day'`);
      expect(await read(id), fault).toMatchObject({ status: 'processing', text, expectedTime, utr: null });
    }
  });

  test('that was rejected or failed does not repeat the reason or the error', async () => {
    const rejected = await world.pending();
    await world.verify(rejected.id, { approved: false, adminReason: 'Suspected farm of d00123' });
    expect(await read(rejected.id)).toMatchObject({
      status: 'rejected',
      text: 'Your request was not approved. The coins are back in your wallet.',
      finishedAt: expect.any(String),
    });

    const failed = await world.sent('refuse');
    await world.until(failed.id, 'payment_failed');
    const { paymentError } = await world.find(failed.id);
    expect(paymentError).toEqual(expect.any(String));
    const answer = await platform.get(`withdrawals/${failed.id}`);
    expect(answer.body.withdrawal).toMatchObject({
      status: 'payment_failed',
      text: 'The payment did not work. Your coins are safe: we will try again or return them.',
    });
    for (const { body } of [answer, await platform.get(`withdrawals/${rejected.id}`)]) {
      expect(JSON.stringify(body)).not.toContain(paymentError);
      expect(JSON.stringify(body)).not.toMatch(/farm|admin|MNM|bulkpe/i);
    }
    await world.call('POST', `/api/withdrawals/${failed.id}/return-coins`, {});
    expect(await read(failed.id)).toMatchObject({
      status: 'rejected',
      text: 'The payment did not work. The coins are back in your wallet.',
    });
  });

  test('shows only the last digits of a bank account', async () => {
    const method = { type: 'bank', accountNumber: '998877665544', ifscCode: 'HDFC0001234' };
    const { id } = await world.pending({ method });
    expect(await read(id)).toMatchObject({ payee: 'Bank account ending in 5544' });
  });

  test('is not found when its ID is unknown or its user was deleted', async () => {
    const { id, uid } = await world.pending();
    await world.verify(id, { approved: false });
    await world.call('DELETE', `/api/users/${uid}`);
    for (const unknown of [id, 'wdr_none']) {
      expect(await platform.get(`withdrawals/${unknown}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});

test('a completed withdrawal names the UTR that the provider told later', async () => {
  const { id } = await world.sent('cut');
  await world.until(id, 'completed');
  expect(await read(id)).toMatchObject({ utr: expect.stringMatching(/^\d{12}$/) });
});

describe("a user's withdrawals", () => {
  test("come newest first and page by page, without another user's", async () => {
    const { uid } = await buildUser(world.app, { coins: 50 });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await platform.withdraw(uid, 10));
    const { id: others } = await world.pending();
    const page = async (query: string) => (await platform.get(`users/${uid}/withdrawals?${query}`)).body;
    const idsOf = ({ withdrawals }: { withdrawals: { withdrawalId: string }[] }) =>
      withdrawals.map(({ withdrawalId }) => withdrawalId);

    const first = await page('limit=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.hasMore).toBe(true);
    expect(first.withdrawals[0]).toEqual(await read(ids[0] ?? ''));
    const rest = await page(`limit=3&before=${ids[1]}`);
    expect(idsOf(rest)).toEqual(ids.slice(2));
    expect(rest.hasMore).toBe(false);
    expect(idsOf(await page(''))).toEqual(ids);

    for (const before of [others, 'wdr_none']) {
      expect(await platform.get(`users/${uid}/withdrawals?before=${before}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
    expect(await platform.get(`users/${uid}/withdrawals?limit=101`)).toMatchObject({ status: 400 });
    expect(await platform.get('users/stranger/withdrawals')).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  });
});

describe("a user's problems", () => {
  test('come with their answers, without the admin who answered', async () => {
    const { uid } = await buildUser(world.app, {});
    const { uid: other } = await buildUser(world.app, {});
    const report = async (title: string, by = uid): Promise<string> => {
      const body = { title, description: 'I installed the app.', type: 'offer' };
      const answer = await world.call('POST', `/api/users/${by}/problems`, body, { headers: PLATFORM_BEARER });
      return answer.body.problem.id;
    };
    const first = await report('Coins are missing');
    const second = await report('Still missing');
    const others = await report('Not mine', other);
    await world.call('PATCH', `/api/users/${uid}/problems/${first}`, {
      status: 'resolved',
      adminResponse: 'We added the coins.',
    });

    const { body } = await platform.get(`users/${uid}/problems`);
    expect(body).toEqual({
      success: true,
      problems: [
        expect.objectContaining({ problemId: second, status: 'open', answer: null, answeredAt: null }),
        {
          problemId: first,
          title: 'Coins are missing',
          description: 'I installed the app.',
          type: 'offer',
          status: 'resolved',
          attachments: [],
          answer: 'We added the coins.',
          answeredAt: expect.any(String),
          createdAt: expect.any(String),
          resolvedAt: expect.any(String),
        },
      ],
      hasMore: false,
    });
    expect((await platform.get(`users/${uid}/problems?limit=1`)).body).toMatchObject({ hasMore: true });
    expect((await platform.get(`users/${uid}/problems?before=${second}`)).body.problems).toHaveLength(1);
    expect(await platform.get(`users/${uid}/problems?before=${others}`)).toMatchObject({ status: 404 });
    expect(await platform.get('users/stranger/problems')).toMatchObject({ status: 404 });
  });

  test('need the key of the app', async () => {
    for (const path of ['users/x/problems', 'users/x/withdrawals', 'withdrawals/x']) {
      const answer = await world.call('GET', `/api/platform/${path}`);
      expect(answer.status, path).toBe(401);
    }
  });
});
