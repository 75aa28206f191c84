import type { ManualPayment, PaidClickResult, PayableClick } from '@muneem/contract/manual-payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '#features/ledger/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { createPostbackApp, type PostbackApp } from '#test/postbacks/postback-app.ts';

interface Body {
  readonly success: boolean;
  readonly message: string;
  readonly code?: string;
  readonly errors?: Record<string, string>;
  readonly coins: number;
  readonly transactionId: string;
  readonly clicks: PayableClick[];
  readonly history: ManualPayment[];
  readonly total: number;
  readonly more: boolean;
  readonly summary: { totalClicks: number; successful: number; failed: number; totalCoins: number };
  readonly results: PaidClickResult[];
}

let app: PostbackApp;
let headers: { authorization: string };
let offerId: string;
let users = 0;

beforeAll(async () => {
  app = await createPostbackApp({}, { now: '2026-11-21T06:00:00.000Z' });
  headers = (await openAdminSession(app)).headers;
  // install earns 40 % of 250 coins = 100, deposit 12 coins.
  offerId = await app.createOffer({ title: 'Rummy Stars', coins: 250 });
});
afterAll(async () => {
  expect((await checkLedger(app.database, { clock: app.clock, openHolds })).breaches).toEqual([]);
  await app.close();
});

async function call(method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; body: Body }> {
  const response = await app.http.fastify.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: response.statusCode, body: response.json<Body>() };
}
const pay = (body: object) => call('POST', '/api/mark-click-paid', body);
const payBulk = (clicks: object[]) => call('POST', '/api/mark-clicks-paid-bulk', { clicks });
const find = async (query: Record<string, string>): Promise<Body> => {
  const { status, body } = await call('GET', `/api/clicks?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body;
};
const idsOf = ({ clicks }: Body): string[] => clicks.map(({ clickId }) => clickId);

/** A click of a user of its own. */
async function visit(more: Record<string, string> = {}, offer = offerId) {
  const uid = `visitor-${(users += 1)}`;
  await app.createUser(uid, { name: `Visitor ${users}`, email: `${uid}@example.com` });
  return { uid, clickId: await app.click(offer, uid, more) };
}

const completed = async (uid: string): Promise<number> =>
  (await app.rows('select 1 from offer_completions c join users u on u.id = c.user_id where u.uid = $1', [uid])).length;

describe('a click that is paid by hand', () => {
  it('credits the offer’s coins, becomes a manual conversion, and is told in the history and the audit', async () => {
    const { uid, clickId } = await visit();
    const paid = await pay({ clickId, userId: uid, coins: 250 });
    expect(paid).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'Click marked as paid successfully!',
        coins: 250,
        transactionId: expect.stringMatching(/^cnv_/) as string,
      },
    });
    expect(await app.balance(uid)).toBe(250);
    expect(await completed(uid)).toBe(1);
    expect(idsOf(await find({ search: clickId }))).toEqual([]);
    const { transactionId } = paid.body;
    const report = await call('GET', `/api/conversion-reports/${transactionId}`);
    expect((report.body as unknown as { conversion: object }).conversion).toMatchObject({
      clickId,
      conversionSource: 'manual',
      status: 'approved',
      userPayout: 250,
      referralPayout: 0,
    });
    const history = await call('GET', '/api/manual-payment-history');
    expect(history.body.history[0]).toEqual({
      _id: expect.stringMatching(/^mpy_/) as string,
      paidAt: '2026-11-21T06:00:00.000Z',
      clickId,
      userName: `Visitor ${users}`,
      userEmail: `${uid}@example.com`,
      offerTitle: 'Rummy Stars',
      rewardCoins: 250,
      transactionId,
      paidBy: 'admin@example.com',
    });
    const audit = await app.rows(
      "select actor_kind, action, after from audit_log where entity_type = 'click' and entity_id = $1",
      [clickId],
    );
    expect(audit).toEqual([
      {
        actor_kind: 'admin',
        action: 'manual-payments.pay',
        after: { status: 'completed', uid, offerId, coins: 250, transactionId },
      },
    ]);
  });

  it('is paid from our own row: 1000000 coins or another user in the body is a 409 and moves nothing', async () => {
    const { uid, clickId } = await visit();
    const wrongCoins = await pay({ clickId, userId: uid, coins: 1_000_000 });
    expect(wrongCoins.status).toBe(409);
    expect(wrongCoins.body).toMatchObject({ code: 'conflict', errors: { coins: 'This click earns 250 coins.' } });
    const wrongUser = await pay({ clickId, userId: 'visitor-0', coins: 250 });
    expect(wrongUser.body.errors).toEqual({ userId: 'This is not the user of the click.' });
    for (const coins of [-250, 0, 0.5, 250.5]) expect((await pay({ clickId, coins })).status).toBe(409);
    for (const coins of ['250', 'NaN', {}]) expect((await pay({ clickId, coins })).status).toBe(400);
    expect(await app.balance(uid)).toBe(0);
    expect((await pay({ clickId })).body.coins).toBe(250);
  });

  it('is paid once, however many pay it at once', async () => {
    const { uid, clickId } = await visit();
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay({ clickId, userId: uid, coins: 250 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message === 'This click was already paid.')).toHaveLength(11);
    expect(await app.balance(uid)).toBe(250);
  });

  it('gets the rest of the offer’s coins when events have earned some', async () => {
    const { uid, clickId } = await visit();
    await app.send(offerId, 'install', { click_id: clickId });
    expect((await find({ search: clickId })).clicks[0]).toMatchObject({ status: 'in_progress', rewardCoins: 150 });
    expect((await pay({ clickId, userId: uid, coins: 250 })).status).toBe(409);
    expect((await pay({ clickId, userId: uid, coins: 150 })).body.coins).toBe(150);
    expect(await app.balance(uid)).toBe(250);
  });

  it('never gets more than the offer’s coins when a postback comes at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { uid, clickId } = await visit();
      await Promise.all([
        app.send(offerId, 'install', { click_id: clickId }),
        pay({ clickId, userId: uid }),
        app.send(offerId, 'install', { click_id: clickId }),
      ]);
      expect(await app.balance(uid)).toBe(250);
    }
  });

  it('earns nothing more by a postback that comes later, which is recorded all the same', async () => {
    const { uid, clickId } = await visit();
    await pay({ clickId });
    const late = await app.send(offerId, 'install', { click_id: clickId });
    expect(late.status).toBe(200);
    expect(await app.balance(uid)).toBe(250);
    const [row] = await app.rows(
      "select status, reward_coins, reason from conversions where click_id = $1 and source = 'postback'",
      [clickId],
    );
    expect(row).toEqual({ status: 'approved', reward_coins: 0, reason: 'The click was paid by hand before.' });
  });

  it('cannot be paid when it is completed, failed, unknown or no click id at all', async () => {
    const { uid, clickId } = await visit();
    for (const event of ['install', 'deposit']) await app.send(offerId, event, { click_id: clickId });
    const earned = await app.balance(uid);
    expect((await pay({ clickId })).body).toMatchObject({
      code: 'wrong_state',
      message: 'This click cannot be paid: it is completed.',
    });
    expect(await app.balance(uid)).toBe(earned);
    const failed = await visit();
    await app.rows("update clicks set status = 'failed' where id = $1", [failed.clickId]);
    expect((await pay({ clickId: failed.clickId })).status).toBe(409);
    expect((await pay({ clickId: '01JD0000000000000000000000' })).body.code).toBe('click_unknown');
    expect((await pay({ clickId: "x' or 1=1 --" })).status).toBe(404);
    expect((await pay({})).status).toBe(400);
  });

  it('credits nobody when its user is unknown or was deleted, and is done all the same', async () => {
    const clickId = await app.click(offerId);
    expect((await find({ search: clickId })).clicks[0]).toMatchObject({ userId: null, rewardCoins: 0 });
    expect((await pay({ clickId, userId: null, coins: 0 })).body.coins).toBe(0);
    const gone = await visit();
    await app.http.fastify.inject({ method: 'DELETE', url: `/api/users/${gone.uid}`, headers });
    expect((await pay({ clickId: gone.clickId })).body.coins).toBe(0);
    expect(await app.balance(gone.uid)).toBe(0);
  });

  it('can be paid when the offer is paused or archived: a person decided', async () => {
    const other = await app.createOffer({ coins: 70 });
    const { uid, clickId } = await visit({}, other);
    await app.updateOffer(other, { coins: 70, isActive: false });
    await app.http.fastify.inject({ method: 'DELETE', url: `/api/offers/${other}`, headers });
    expect((await pay({ clickId, userId: uid, coins: 70 })).body.coins).toBe(70);
  });

  it('is not paid when the audit row cannot be written', async () => {
    const { uid, clickId } = await visit();
    await app.rows('alter table audit_log add constraint nothing check (false) not valid');
    expect((await pay({ clickId })).status).toBe(500);
    await app.rows('alter table audit_log drop constraint nothing');
    expect(await app.balance(uid)).toBe(0);
    expect(idsOf(await find({ search: clickId }))).toEqual([clickId]);
  });
});

describe('pay all', () => {
  it('pays the good ones and names each that fails: twice in the list, wrong coins, unknown, completed', async () => {
    const [a, b, wrong, done] = [await visit(), await visit(), await visit(), await visit()];
    for (const event of ['install', 'deposit']) await app.send(offerId, event, { click_id: done.clickId });
    const { status, body } = await payBulk([
      { clickId: a.clickId, userId: a.uid, coins: 250 },
      { clickId: a.clickId, userId: a.uid, coins: 250 },
      { clickId: wrong.clickId, userId: wrong.uid, coins: 1_000_000 },
      { clickId: 'nonsense', userId: 'x', coins: 1 },
      { clickId: done.clickId },
      { clickId: b.clickId, userId: b.uid, coins: 250 },
    ]);
    expect(status).toBe(200);
    expect(body.summary).toEqual({ totalClicks: 6, successful: 2, failed: 4, totalCoins: 500 });
    expect(body.results.map(({ message }) => message)).toEqual([
      null,
      'This click is in the list twice.',
      'The request does not match the click. Refresh the list and try again.',
      'There is no such click.',
      'This click cannot be paid: it is completed.',
      null,
    ]);
    expect(await Promise.all([a, b, wrong].map(({ uid }) => app.balance(uid)))).toEqual([250, 250, 0]);
  });

  it('pays each click once when two bulks in opposite order come at once', async () => {
    const clicks = await Promise.all(Array.from({ length: 8 }, () => visit()));
    const list = clicks.map(({ clickId, uid }) => ({ clickId, userId: uid, coins: 250 }));
    const answers = await Promise.all([payBulk(list), payBulk(list.toReversed()), payBulk(list)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.summary.totalCoins, 0)).toBe(8 * 250);
    expect(await Promise.all(clicks.map(({ uid }) => app.balance(uid)))).toEqual(clicks.map(() => 250));
  });

  it('is refused without clicks and with more than 500', async () => {
    const none = await payBulk([]);
    expect(none.status).toBe(400);
    expect(JSON.stringify(none.body)).toContain('No clicks to process payment for');
    expect((await payBulk(Array.from({ length: 501 }, () => ({ clickId: 'x' })))).status).toBe(400);
  });

  it('takes 500 clicks', async () => {
    const { uid, clickId } = await visit();
    const rest = Array.from({ length: 499 }, () => ({
      clickId: '01JD0000000000000000000000',
      userId: uid,
      coins: 250,
    }));
    const { status, body } = await payBulk([{ clickId, userId: uid, coins: 250 }, ...rest]);
    expect(status).toBe(200);
    expect(body.summary).toMatchObject({ totalClicks: 500, successful: 1, totalCoins: 250 });
  });
});

describe('the search for clicks', () => {
  it('gives each payable click with user, offer and what it earns', async () => {
    const { uid, clickId } = await visit({ p1: 'asha.rao@okbank' });
    expect((await find({ search: clickId, searchType: 'click_id' })).clicks).toEqual([
      {
        _id: clickId,
        clickId,
        userId: { _id: uid, name: `Visitor ${users}`, email: `${uid}@example.com` },
        offerId: { _id: offerId, title: 'Rummy Stars', coins: 250 },
        status: 'clicked',
        upi: 'asha.rao@okbank',
        rewardCoins: 250,
        createdAt: expect.any(String) as string,
      },
    ]);
  });

  it('finds by every search type, without regard to case, and by nothing else', async () => {
    const offer = await app.createOffer({
      title: 'Chess 100% Masters',
      events: [{ eventName: 'tournament', eventPayout: 5, eventCap: 10, isRequired: true, description: '' }],
    });
    const params = {
      p1: 'zed@okaxis',
      p2: 'Src-Two',
      p3: 'Camp_3',
      p4: 'x%4',
      p5: 'five',
      p6: 'six"6',
      pcid: 'NET-778',
    };
    const { uid, clickId } = await visit(params, offer);
    const searches: [string, string][] = [
      ['click_id', clickId.toLowerCase()],
      ['click_id', clickId.slice(0, 25)],
      ['offer_name', 'chess 100%'],
      ['event_name', 'TOURNA'],
      ['pcid', 'net-778'],
      ['pcid', clickId],
      ['p1', 'ZED@'],
      ['p2', 'src-two'],
      ['p3', 'camp_'],
      ['p4', '%4'],
      ['p5', 'FIVE'],
      ['p6', 'six"6'],
      ['upi', 'zed@okaxis'],
      ['general', 'chess 100%'],
      ['general', clickId],
      ['general', uid],
      ['general', `Visitor ${users}`],
      ['general', 'net-778'],
      ['general', 'zed@okaxis'],
    ];
    for (const [searchType, search] of searches) {
      expect(idsOf(await find({ searchType, search })), `${searchType} ${search}`).toContain(clickId);
    }
    for (const [searchType, search] of [
      ['p2', 'five'],
      ['upi', 'camp'],
      ['p3', 'camp__'],
      ['offer_name', 'tourna'],
      ['click_id', 'chess'],
    ] as const) {
      expect(idsOf(await find({ searchType, search })), `${searchType} ${search}`).toEqual([]);
    }
  });

  it('gives the newest first, in pages, and only the statuses asked for', async () => {
    const offer = await app.createOffer({ title: 'Paging Game' });
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(1000);
      made.push((await visit({}, offer)).clickId);
    }
    const search = { search: 'paging game', searchType: 'offer_name' };
    expect(idsOf(await find(search))).toEqual(made.toReversed());
    const pages = await Promise.all(['1', '2', '3'].map((page) => find({ ...search, page, limit: '2' })));
    expect(pages.flatMap(idsOf)).toEqual(made.toReversed());
    expect(pages[0]).toMatchObject({ total: 5, more: false });
    expect(idsOf(await find({ ...search, statuses: 'pending' }))).toEqual([]);
    expect(idsOf(await find({ ...search, statuses: 'clicked,in_progress' }))).toHaveLength(5);
    for (const bad of ['statuses=completed', 'statuses=clicked%27', 'searchType=password', 'limit=0', 'page=x'])
      expect((await call('GET', `/api/clicks?${bad}`)).status).toBe(400);
  });
});

it('the history is searched and paged, and the database refuses to change it', async () => {
  const { uid, clickId } = await visit();
  await pay({ clickId });
  const found = await call('GET', `/api/manual-payment-history?search=${uid.toUpperCase()}%40example`);
  expect(found.body).toMatchObject({ total: 1, history: [{ clickId }] });
  const all = await call('GET', '/api/manual-payment-history?limit=2');
  expect(all.body.history).toHaveLength(2);
  expect(all.body.total).toBeGreaterThan(2);
  await expect(app.rows('update manual_payments set reward_coins = 1 where click_id = $1', [clickId])).rejects.toThrow(
    'refused',
  );
});
