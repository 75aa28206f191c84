import { describe, expect, it } from 'vitest';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createManualPaymentsApp, idsOf } from './manual-payments-app.ts';

const app = await createManualPaymentsApp();

/** Makes a click whose user earned 100 coins and withdrew them before the network reversed the event. */
async function spentAndReversed() {
  const { uid, clickId } = await app.visit();
  await app.send(app.offerId, 'install', { click_id: clickId });
  await platformClient(app).withdraw(uid, 100);
  await app.send(app.offerId, 'install', { click_id: clickId, reversed: '1' });
  const [owed] = await app.rows('select journal_id from reversed_credits order by journal_id desc limit 1');
  const path = `/api/owed-reversals/${String(owed?.['journalId'])}/write-off`;
  return { uid, clickId, writeOff: () => app.call('POST', path, { reason: 'Goodwill' }) };
}

describe('a manual payment', () => {
  // covers 001-3.8 001-7.11 001-7.13
  it('credits the offer’s coins, creates a manual conversion, and appears in history and audit log', async () => {
    const { uid, clickId } = await app.visit();
    const paid = await app.pay({ clickId, userId: uid, coins: 250 });
    expect(paid.status).toBe(200);
    expect(paid.body).toEqual({
      success: true,
      message: 'Click marked as paid successfully!',
      coins: 250,
      transactionId: expect.stringMatching(/^cnv_/) as string,
    });
    expect(await app.balance(uid)).toBe(250);
    expect(await app.completed(uid)).toBe(1);
    expect(idsOf(await app.find({ search: clickId }))).toEqual([]);
    const { transactionId } = paid.body;
    const report = await app.call('GET', `/api/conversion-reports/${transactionId}`);
    expect((report.body as unknown as { conversion: object }).conversion).toMatchObject({
      clickId,
      conversionSource: 'manual',
      status: 'approved',
      userPayout: 250,
      referralPayout: 0,
    });
    const history = await app.call('GET', '/api/manual-payment-history');
    expect(history.body.history[0]).toEqual({
      _id: expect.stringMatching(/^mpy_/) as string,
      paidAt: '2026-11-21T06:00:00.000Z',
      clickId,
      userName: `Visitor ${uid.slice('visitor-'.length)}`,
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
        actorKind: 'admin',
        action: 'manual-payments.pay',
        after: { status: 'completed', uid, offerId: app.offerId, coins: 250, transactionId },
      },
    ]);
  });

  it('uses the stored amount and user: other values in the body answer 409 and move nothing', async () => {
    const { uid, clickId } = await app.visit();
    const wrongCoins = await app.pay({ clickId, userId: uid, coins: 1_000_000 });
    expect(wrongCoins.status).toBe(409);
    expect(wrongCoins.body).toMatchObject({ code: 'conflict', errors: { coins: 'This click earns 250 coins.' } });
    const wrongUser = await app.pay({ clickId, userId: 'visitor-0', coins: 250 });
    expect(wrongUser.body.errors).toEqual({ userId: 'The user does not match the click.' });
    for (const coins of [-250, 0, 0.5, 250.5]) expect((await app.pay({ clickId, coins })).status).toBe(409);
    for (const coins of ['250', 'NaN', {}]) expect((await app.pay({ clickId, coins })).status).toBe(400);
    expect(await app.balance(uid)).toBe(0);
    expect((await app.pay({ clickId })).body.coins).toBe(250);
  });

  // covers 001-4.10
  it('pays a click once when several requests race', async () => {
    const { uid, clickId } = await app.visit();
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.pay({ clickId, userId: uid, coins: 250 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message === 'This click was already paid.')).toHaveLength(11);
    expect(await app.balance(uid)).toBe(250);
  });

  it('pays only the rest of the coins when events have earned some', async () => {
    const { uid, clickId } = await app.visit();
    await app.send(app.offerId, 'install', { click_id: clickId });
    expect((await app.find({ search: clickId })).clicks[0]).toMatchObject({ status: 'in_progress', rewardCoins: 150 });
    expect((await app.pay({ clickId, userId: uid, coins: 250 })).status).toBe(409);
    expect((await app.pay({ clickId, userId: uid, coins: 150 })).body.coins).toBe(150);
    expect(await app.balance(uid)).toBe(250);
  });

  it('pays only the rest of the coins when a reversed event was written off, because the user keeps its coins', async () => {
    const { clickId, writeOff } = await spentAndReversed();
    expect((await writeOff()).status).toBe(200);
    expect((await app.find({ search: clickId })).clicks[0]).toMatchObject({ rewardCoins: 150 });
    expect((await app.pay({ clickId })).body.coins).toBe(150);
  });

  it('is refused while reversed coins of the click are outstanding, so that they cannot be written off afterwards', async () => {
    const { uid, clickId, writeOff } = await spentAndReversed();
    const refused = await app.pay({ clickId });
    expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(refused.body.message).toContain('100 coins of a reversed event of this click are outstanding');
    expect(await app.balance(uid)).toBe(0);
    // The user keeps 100 and gets the rest, whichever comes first.
    await Promise.all([writeOff(), app.pay({ clickId })]);
    await app.pay({ clickId });
    expect(await app.balance(uid)).toBe(150);
  });

  // covers own-6.4
  it('never exceeds the offer’s coins when it races with a postback', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { uid, clickId } = await app.visit();
      await Promise.all([
        app.send(app.offerId, 'install', { click_id: clickId }),
        app.pay({ clickId, userId: uid }),
        app.send(app.offerId, 'install', { click_id: clickId }),
      ]);
      expect(await app.balance(uid)).toBe(250);
    }
  });

  it('stops later postbacks from paying, but still records them', async () => {
    const { uid, clickId } = await app.visit();
    await app.pay({ clickId });
    const late = await app.send(app.offerId, 'install', { click_id: clickId });
    expect(late.status).toBe(200);
    expect(await app.balance(uid)).toBe(250);
    const [row] = await app.rows(
      "select status, reward_coins, reason from conversions where click_id = $1 and source = 'postback'",
      [clickId],
    );
    expect(row).toEqual({ status: 'approved', rewardCoins: 0, reason: 'The click was already paid manually.' });
  });

  it('is refused for a completed, failed or unknown click, and for an invalid click id', async () => {
    const { uid, clickId } = await app.visit();
    for (const event of ['install', 'deposit']) await app.send(app.offerId, event, { click_id: clickId });
    const earned = await app.balance(uid);
    expect((await app.pay({ clickId })).body).toMatchObject({
      code: 'wrong_state',
      message: 'This click cannot be paid: it is completed.',
    });
    expect(await app.balance(uid)).toBe(earned);
    const failed = await app.visit();
    await app.rows("update clicks set status = 'failed' where id = $1", [failed.clickId]);
    expect((await app.pay({ clickId: failed.clickId })).status).toBe(409);
    expect((await app.pay({ clickId: '01JD0000000000000000000000' })).body.code).toBe('click_unknown');
    expect((await app.pay({ clickId: "x' or 1=1 --" })).status).toBe(404);
    expect((await app.pay({})).status).toBe(400);
  });

  it('succeeds without a credit when the user is unknown or deleted', async () => {
    const clickId = await app.click(app.offerId);
    expect((await app.find({ search: clickId })).clicks[0]).toMatchObject({ userId: null, rewardCoins: 0 });
    expect((await app.pay({ clickId, userId: null, coins: 0 })).body.coins).toBe(0);
    const gone = await app.visit();
    await app.call('DELETE', `/api/users/${gone.uid}`);
    expect((await app.pay({ clickId: gone.clickId })).body.coins).toBe(0);
    expect(await app.balance(gone.uid)).toBe(0);
  });

  it('is allowed for a paused or archived offer', async () => {
    const other = await app.createOffer({ coins: 70 });
    const { uid, clickId } = await app.visit({}, other);
    await app.updateOffer(other, { coins: 70, isActive: false });
    await app.call('DELETE', `/api/offers/${other}`);
    expect((await app.pay({ clickId, userId: uid, coins: 70 })).body.coins).toBe(70);
  });

  it('is allowed for a click without an IP address, whose events were not paid', async () => {
    const offerId = await app.createOffer({ coins: 250, ipBlock: 'active' });
    const uid = await app.newUser();
    const clickId = await app.preparedClick(offerId, uid);
    expect((await app.send(offerId, 'install', { click_id: clickId })).body.code).toBe('ip_blocked');
    expect((await app.pay({ clickId })).body).toMatchObject({ success: true, coins: 250 });
    expect(await app.balance(uid)).toBe(250);
  });
});

describe('pay all', () => {
  // covers 001-7.12
  it('pays the valid clicks and names each failure: duplicate, wrong coins, unknown, completed', async () => {
    const [a, b, wrong, done] = [await app.visit(), await app.visit(), await app.visit(), await app.visit()];
    for (const event of ['install', 'deposit']) await app.send(app.offerId, event, { click_id: done.clickId });
    const { status, body } = await app.payBulk([
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
      'Click not found.',
      'This click cannot be paid: it is completed.',
      null,
    ]);
    expect(await Promise.all([a, b, wrong].map(({ uid }) => app.balance(uid)))).toEqual([250, 250, 0]);
  });

  it('pays each click once when two bulk requests in opposite order race', async () => {
    const clicks = await Promise.all(Array.from({ length: 8 }, () => app.visit()));
    const list = clicks.map(({ clickId, uid }) => ({ clickId, userId: uid, coins: 250 }));
    const answers = await Promise.all([app.payBulk(list), app.payBulk(list.toReversed()), app.payBulk(list)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.summary.totalCoins, 0)).toBe(8 * 250);
    expect(await Promise.all(clicks.map(({ uid }) => app.balance(uid)))).toEqual(clicks.map(() => 250));
  });

  // covers 001-5.5
  it('rejects an empty list and more than 500 clicks', async () => {
    const none = await app.payBulk([]);
    expect(none.status).toBe(400);
    expect(JSON.stringify(none.body)).toContain('No clicks to process payment for');
    expect((await app.payBulk(Array.from({ length: 501 }, () => ({ clickId: 'x' })))).status).toBe(400);
    expect((await app.payBulk([{ clickId: 'x'.repeat(100 * 1024) }])).status).toBe(413);
  });

  it('accepts 500 clicks', async () => {
    const { uid, clickId } = await app.visit();
    const rest = Array.from({ length: 499 }, () => ({
      clickId: '01JD0000000000000000000000',
      userId: uid,
      coins: 250,
    }));
    const { status, body } = await app.payBulk([{ clickId, userId: uid, coins: 250 }, ...rest]);
    expect(status).toBe(200);
    expect(body.summary).toMatchObject({ totalClicks: 500, successful: 1, totalCoins: 250 });
  });
});

// covers 001-4.10
it('searches and pages the history, which the database refuses to change', async () => {
  const { uid, clickId } = await app.visit();
  await app.pay({ clickId });
  const found = await app.call('GET', `/api/manual-payment-history?search=${uid.toUpperCase()}%40example`);
  expect(found.body).toMatchObject({ total: 1, history: [{ clickId }] });
  const all = await app.call('GET', '/api/manual-payment-history?limit=2');
  expect(all.body.history).toHaveLength(2);
  expect(all.body.total).toBeGreaterThan(2);
  await expect(app.rows('update manual_payments set reward_coins = 1 where click_id = $1', [clickId])).rejects.toThrow(
    'refused',
  );
});
