import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '@muneem/contract/rights';
import type { EvidenceClick, EvidenceEntry, OwedReversal } from '@muneem/contract/evidence';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { openAdminSession } from '#test/admin-session.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { event } from '#test/builders/events.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.1' }, { breaksBooks: true });
const { headers } = await openAdminSession(app, 'asha@example.com');
afterAll(async () => {
  // The ledger check must name only the payment that a test writes by hand.
  expect(await breachesOf(app)).toMatchObject([{ message: expect.stringContaining('REF1') }]);
});

interface Evidence {
  readonly click: EvidenceClick | null;
  readonly timeline: EvidenceEntry[];
}
const get = (url: string) => app.http.fastify.inject({ url, headers });
const post = (url: string, payload: object) => app.http.fastify.inject({ method: 'POST', url, headers, payload });
const evidenceOf = (clickId: string) => app.must<Evidence>('GET', `/api/clicks/${clickId}/evidence`);
const only = <Kind extends EvidenceEntry['kind']>({ timeline }: Evidence, kind: Kind) =>
  timeline.filter((entry): entry is Extract<EvidenceEntry, { kind: Kind }> => entry.kind === kind);
const { withdraw } = platformClient(app);

describe('the evidence of a click', () => {
  test('lists every step in order, from the visit to the bank’s reference', async () => {
    const offerId = await app.createOffer({
      title: 'Rummy Stars',
      events: [event('install', 100), event('deposit', 50)],
    });
    const referralCode = `E${crypto.randomUUID().slice(0, 10)}`;
    const boss = await app.newUser({ referralCode, name: 'Boss' });
    const uid = await app.newUser({ usedReferralCode: referralCode, name: 'Asha' });
    const { postback } = await app.must('POST', `/api/offers/${offerId}/custom-postbacks`, {
      companyName: 'Trackers',
      companyId: 'T1',
      eventName: 'install',
      postbackUrl: 'https://trackers.example/in?c={click_id}',
    });
    await app.must('PATCH', `/api/custom-postbacks/${postback._id}/toggle`, { status: 'active' });
    const clickId = await app.click(offerId, uid, { p1: 'asha@okicici', p2: 'two', sub: 'x' });
    await app.send(offerId, 'teleport', { click_id: clickId });
    await app.logged(clickId).toEqual(['event_unknown']);
    const paid = await app.send(offerId, 'install', { click_id: clickId });
    await app.send(offerId, 'install', { click_id: clickId });
    const withdrawalId = await withdraw(uid, 60);
    await app.rows(
      `insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name, upi_id,
         status, sending_at, utr, created_at, finished_at)
       values ('pya_evidence', $1, 1, 'REF1', 'bulkpe', 6000, 'UPI', 'Asha', 'asha@okicici', 'paid', now(), 'UTR123', now(), now())`,
      [withdrawalId],
    );

    await app.rows(
      `insert into postback_attempts (delivery_id, number, custom_postback_id, started_at, method, url, success, status, ms, error)
       select id, 1, custom_postback_id, now(), 'GET', 'https://trackers.example/in', false, 502, 12, 'http_error' from postback_deliveries
       where conversion_id = $1`,
      [paid.body.conversionId],
    );

    const evidence = await evidenceOf(clickId.toLowerCase());
    expect(evidence.click).toMatchObject({
      clickId,
      status: 'in_progress',
      offerId,
      offerTitle: 'Rummy Stars',
      uid,
      userName: 'Asha',
      earnedCoins: 100,
      owedCoins: 0,
      logSince: null,
    });
    expect(evidence.timeline.map(({ at }) => at)).toEqual(evidence.timeline.map(({ at }) => at).toSorted());
    expect(only(evidence, 'visit')).toMatchObject([
      { ip: '127.0.0.1', upi: 'asha@okicici', subParams: { p1: 'asha@okicici', p2: 'two' }, params: { sub: 'x' } },
    ]);
    expect(only(evidence, 'postback').map(({ verdict }) => verdict)).toEqual([
      'event_unknown',
      'accepted',
      'duplicate',
    ]);
    expect(only(evidence, 'conversion')).toMatchObject([
      {
        conversionId: paid.body.conversionId,
        event: 'install',
        status: 'approved',
        coins: 100,
        referralCoins: 10,
        payout: 110,
      },
    ]);
    const journals = only(evidence, 'journal').toSorted((a, b) => a.journalKind.localeCompare(b.journalKind));
    expect(journals.map(({ journalKind, postings }) => [journalKind, postings.at(-1)])).toEqual([
      ['referral', { account: 'wallet', uid: boss, amount: 10, balanceAfter: 10 }],
      ['reward', { account: 'wallet', uid, amount: 100, balanceAfter: 100 }],
    ]);
    expect(only(evidence, 'delivery')).toMatchObject([
      {
        companyName: 'Trackers',
        status: 'waiting',
        attempts: [{ number: 1, success: false, statusCode: 502, error: 'http_error' }],
      },
    ]);
    expect(only(evidence, 'withdrawal')).toMatchObject([
      {
        withdrawalId,
        coins: 60,
        amount: 60,
        status: 'pending',
        payouts: [{ referenceId: 'REF1', status: 'paid', utr: 'UTR123' }],
      },
    ]);
    expect(JSON.stringify(evidence)).not.toContain(app.token);
  });

  test('shows Offers no withdrawal and no wallet, Support no UPI ID, and an auditor no secret of a network', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100)] });
    const uid = await app.newUser();
    const clickId = await app.click(offerId, uid, { p1: 'asha.rao@okicici' });
    const { body } = await app.send(offerId, 'install', {
      click_id: clickId,
      p1: 'asha.rao@okicici',
      api_key: 'K3y',
      sig: 'S1g',
    });
    await withdraw(uid, 60);
    const as = async (role: Role, url = `/api/clicks/${clickId}/evidence`) =>
      (await app.call('GET', url, undefined, await openAdminSession(app, `${role}@example.com`, { role }))).body;
    const walletsOf = (evidence: Evidence) =>
      only(evidence, 'journal').flatMap(({ postings }) => postings.map(({ balanceAfter }) => balanceAfter));
    const offers = await as('offers');
    expect([only(offers, 'withdrawal'), only(offers, 'journal').length]).toEqual([[], 1]);
    expect(walletsOf(offers).filter((balance) => balance !== null)).toEqual([]);
    const support = await as('support');
    expect(walletsOf(support)).toContain(100);
    expect(only(support, 'withdrawal')).toHaveLength(1);
    expect(only(support, 'visit')).toMatchObject([{ upi: '••••cici', subParams: { p1: '••••cici' } }]);
    expect(JSON.stringify(support)).not.toContain('asha.rao');
    const { conversion } = await as('auditor', `/api/conversion-reports/${body.conversionId}`);
    expect(conversion.externalData).toMatchObject({ api_key: '••••', sig: '••••', p1: 'asha.rao@okicici' });
    expect(JSON.stringify(await as('auditor'))).not.toMatch(/K3y|S1g/);
  });

  test('shows each unreadable message about a paid click', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100)] });
    const clickId = await app.click(offerId, await app.newUser());
    await app.send(offerId, 'install', { click_id: clickId });
    const path = `/postback/${offerId}/install?token=${app.token}`;
    const inQuery = `${path}&click_id=${clickId}`;
    for (const [url, payload] of [
      [inQuery, '{"status":"approved","status":"rejected"}'],
      [path, `{"click_id":"${clickId}","status":"approved","status":"rejected"}`],
      [path, `{"click_id":"${clickId}","status":"rejected"`],
      [path, `[{"click_id":"${clickId}","status":"rejected"}]`],
      [`${inQuery}&status=approved&status=rejected`, ''],
      [`${path}&status=approved&status=rejected`, `click_id=${clickId}`],
    ] as const) {
      const headers = {
        'content-type': payload.startsWith('click') ? 'application/x-www-form-urlencoded' : 'application/json',
      };
      const answer = await app.http.fastify.inject({ method: 'POST', url, payload, headers });
      expect(answer.json()).toMatchObject({ code: 'malformed' });
    }
    const verdicts = async () => only(await evidenceOf(clickId), 'postback').map(({ verdict }) => verdict);
    await expect.poll(verdicts).toEqual(['accepted', ...Array.from({ length: 6 }, () => 'malformed')]);
  });

  test('shows the manual payer, the reversals, and the outstanding coins until they are written off', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100)], coins: 250 });
    const { uid, clickId } = await app.newVisit(offerId);
    await app.send(offerId, 'install', { click_id: clickId });
    await withdraw(uid, 30);
    await app.send(offerId, 'install', { click_id: clickId, status: 'chargeback' });
    const evidence = await evidenceOf(clickId);
    expect(evidence.click).toMatchObject({ earnedCoins: 0, owedCoins: 100 });
    expect(only(evidence, 'reversal')).toMatchObject([
      {
        reason: 'Reversed by the network (status=chargeback).',
        statusBefore: 'approved',
        coins: 100,
        credits: [{ kind: 'reward', uid, coins: 100, status: 'owed', settledAt: null }],
      },
    ]);
    const list = (await get('/api/owed-reversals')).json<{ owed: OwedReversal[]; total: number; totalCoins: number }>();
    expect(list).toMatchObject({ total: 1, totalCoins: 100, owed: [{ clickId, uid, coins: 100, balance: 70 }] });
    expect((await get('/api/stats')).json()).toMatchObject({ attention: { owedReversals: { count: 1, coins: 100 } } });
    const url = `/api/owed-reversals/${list.owed[0]?.journalId}/write-off`;
    expect((await post(url, { reason: ' ' })).statusCode).toBe(400);
    const answers = await Promise.all([1, 2, 3].map(() => post(url, { reason: 'A good customer.' })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(await app.balance(uid)).toBe(70);
    const after = await evidenceOf(clickId);
    expect(after.click?.owedCoins).toBe(0);
    expect(only(after, 'reversal')[0]?.credits).toMatchObject([
      { status: 'written_off', settledBy: 'asha@example.com', note: 'A good customer.' },
    ]);
    expect(await app.rows("select after from audit_log where action = 'reversals.write-off'")).toMatchObject([
      { after: { coins: 100, reason: 'A good customer.' } },
    ]);
    expect((await get('/api/owed-reversals')).json()).toMatchObject({ total: 0, owed: [] });
    expect((await post('/api/owed-reversals/999999/write-off', { reason: 'x' })).statusCode).toBe(404);

    const other = await app.click(offerId, await app.newUser());
    await post('/api/mark-click-paid', { clickId: other });
    expect(only(await evidenceOf(other), 'conversion')).toMatchObject([
      { source: 'manual', coins: 250, paidBy: 'asha@example.com' },
    ]);
  });

  test('shows the claim for a click that was never recorded, and says when nothing was found', async () => {
    const offerId = await app.createOffer();
    const ghost = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect((await get(`/api/clicks/${ghost}/evidence`)).json()).toMatchObject({ code: 'click_unknown' });
    await app.send(offerId, 'install', { click_id: ghost });
    await app.logged(ghost).toEqual(['click_unknown']);
    expect(await evidenceOf(ghost)).toMatchObject({
      click: null,
      timeline: [{ kind: 'postback', verdict: 'click_unknown' }],
    });
    expect((await get('/api/clicks/x%27%20or%201/evidence')).statusCode).toBe(404);
    // An empty id is no filter: the log has postbacks of other clicks.
    expect((await get('/api/clicks//evidence')).statusCode).toBe(404);
  });

  test('explains why an anonymous click credited no one', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100)] });
    const clickId = await app.click(offerId);
    await app.send(offerId, 'install', { click_id: clickId });
    const evidence = await evidenceOf(clickId);
    expect(evidence.click).toMatchObject({ uid: null, userName: null, earnedCoins: 0 });
    expect(only(evidence, 'conversion')).toMatchObject([
      { coins: 0, reason: 'The click has no known user, so no coins were credited.' },
    ]);
  });
});
