import { describe, expect, test } from 'vitest';
import type { Contradiction } from '@muneem/contract/conversions';
import type { EvidenceEntry, getContradiction, OpenContradiction } from '@muneem/contract/evidence';
import type { RouteAnswer } from '@muneem/contract/http';
import { openAdminSession } from '#test/admin-session.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { event } from '#test/builders/events.ts';

const app = await createPostbackApp({ REFERRAL_SHARE: '0.1' });
const asha = await openAdminSession(app, 'asha@example.com');
const ravi = await openAdminSession(app, 'ravi@example.com');

type Session = typeof asha;
const get = <Answer>(url: string) => app.must<Answer>('GET', url, undefined, asha);
const post = async (url: string, payload: object, session: Session = asha) => {
  const { status, body } = await app.call<{ repeated?: boolean; message?: string }>('POST', url, payload, session);
  return { status, body };
};
const openOf = async (clickId: string): Promise<OpenContradiction[]> =>
  (await get<{ contradictions: OpenContradiction[] }>('/api/contradictions')).contradictions.filter(
    (one) => one.clickId === clickId,
  );
const inEvidence = async (clickId: string) =>
  (await get<{ timeline: EvidenceEntry[] }>(`/api/clicks/${clickId}/evidence`)).timeline.filter(
    ({ kind }) => kind === 'contradiction',
  );
const shown = (id: number) => get<RouteAnswer<typeof getContradiction>>(`/api/contradictions/${id}`);

/** An approved event of 100 coins, with 10 for the referrer, that the network then puts on hold. */
async function contradicted() {
  const offerId = await app.createOffer({ title: 'Rummy Stars', events: [event('install', 100)] });
  const referralCode = `C${crypto.randomUUID().slice(0, 10)}`;
  const boss = await app.newUser({ referralCode, name: 'Boss' });
  const uid = await app.newUser({ usedReferralCode: referralCode, name: 'Asha' });
  const clickId = await app.click(offerId, uid);
  const send = async (query: Record<string, string> = {}) =>
    (await app.send(offerId, 'install', { click_id: clickId, ...query })).body;
  const { conversionId = '' } = await send();
  await send({ status: 'hold' });
  const id = (await openOf(clickId))[0]?._id ?? 0;
  const url = `/api/contradictions/${id}`;
  return {
    offerId,
    boss,
    uid,
    clickId,
    conversionId,
    send,
    id,
    dismiss: (by = asha, reason = 'The network confirmed it.') => post(`${url}/dismiss`, { reason }, by),
    reverse: (
      by = asha,
      numbers: object = {
        takenCoins: 110,
        owedCoins: 0,
      },
      reason = 'A chargeback.',
    ) =>
      post(
        `${url}/reverse`,
        {
          reason,
          ...numbers,
        },
        by,
      ),
    balances: async () => [await app.balance(uid), await app.balance(boss)],
  };
}

describe('a contradiction', () => {
  test('waits on the list, the dashboard, the evidence and the conversion until it is dismissed', async () => {
    const { offerId, uid, clickId, conversionId, send, id, dismiss, balances } = await contradicted();
    await send({ status: 'hold' });
    const said = 'The network has not approved the event yet (status=hold).';
    const open = {
      _id: id,
      conversionId,
      said,
      times: 2,
      decision: null,
      decidedAt: null,
      decidedBy: null,
      reason: null,
    };
    expect(await openOf(clickId)).toMatchObject([
      {
        ...open,
        offerId,
        offerTitle: 'Rummy Stars',
        event: 'install',
        uid,
        userName: 'Asha',
        coins: 100,
        referralCoins: 10,
        payout: 110,
      },
    ]);
    expect(await get('/api/contradictions')).toMatchObject({ total: 1, totalCoins: 110 });
    expect(await get('/api/stats')).toMatchObject({ attention: { contradictions: 1 } });
    expect(await inEvidence(clickId)).toMatchObject([{ ...open, event: 'install' }]);
    const details = () =>
      get<{ conversion: { contradictions: Contradiction[] } }>(`/api/conversion-reports/${conversionId}`);
    expect((await details()).conversion.contradictions).toMatchObject([open]);

    expect(await dismiss(asha, '  ')).toMatchObject({ status: 400 });
    expect(await dismiss()).toEqual({ status: 200, body: { success: true, repeated: false } });
    const decided = { decision: 'dismissed', decidedBy: 'asha@example.com', reason: 'The network confirmed it.' };
    expect(await get('/api/contradictions')).toMatchObject({ total: 0, totalCoins: 0, contradictions: [] });
    expect(await get('/api/stats')).toMatchObject({ attention: { contradictions: 0 } });
    expect(await inEvidence(clickId)).toMatchObject([decided]);
    expect((await details()).conversion.contradictions).toMatchObject([decided]);
    expect(await shown(id)).toMatchObject({ contradiction: decided, reversal: null });
    expect(await balances()).toEqual([100, 10]);
    expect(
      await app.rows("select actor_name, entity_id, after from audit_log where action = 'contradictions.dismiss'"),
    ).toEqual([
      {
        actorName: 'asha@example.com',
        entityId: conversionId,
        after: { contradiction: 'dismissed', contradictionId: id, times: 2, reason: 'The network confirmed it.' },
      },
    ]);

    // The same statement stays dismissed, and a different one waits again.
    expect((await send({ status: 'hold' })).code).toBe('contradiction');
    expect(await openOf(clickId)).toEqual([]);
    expect(await inEvidence(clickId)).toMatchObject([{ ...decided, times: 3 }]);
    await send({ status: 'lead' });
    expect(await openOf(clickId)).toMatchObject([{ times: 1, said: expect.stringContaining('status=lead') }]);
  });

  test('is closed when an admin reverses the conversion, with the numbers of the dry run', async () => {
    const { uid, boss, clickId, conversionId, id, send, reverse, balances } = await contradicted();
    await send({ payout: '-5' });
    expect((await shown(id)).reversal).toEqual({
      takenCoins: 110,
      owedCoins: 0,
      credits: [
        { kind: 'reward', uid, userName: 'Asha', coins: 100, isTaken: true },
        { kind: 'referral', uid: boss, userName: 'Boss', coins: 10, isTaken: true },
      ],
      claim: null,
    });
    expect(await balances()).toEqual([100, 10]);
    expect(await reverse()).toEqual({ status: 200, body: { success: true, repeated: false } });
    expect(await balances()).toEqual([0, 0]);
    expect(await openOf(clickId)).toEqual([]);
    const decided = { decision: 'reversed', decidedBy: 'asha@example.com', reason: 'A chargeback.' };
    expect(await inEvidence(clickId)).toMatchObject([decided, decided]);
    expect(await app.conversionsOf(clickId)).toMatchObject([
      { status: 'rejected', reason: 'Reversed by an administrator: the network contradicted its approval.' },
    ]);
    expect(
      await app.rows("select actor_name from journals where kind = 'reversal' and key like '%' || $1 || '%'", [
        clickId,
      ]),
    ).toEqual(Array(2).fill({ actorName: 'asha@example.com' }));
    expect(
      await app.rows("select after from audit_log where action = 'contradictions.reverse' and entity_id = $1", [
        conversionId,
      ]),
    ).toEqual([
      {
        after: {
          status: 'rejected',
          contradictionId: id,
          times: 1,
          takenCoins: 110,
          owedCoins: 0,
          reason: 'A chargeback.',
        },
      },
    ]);
    // The same approval again, and what contradicts it, are duplicates of a rejected conversion.
    for (const query of [{}, { status: 'hold' }]) expect((await send(query)).code).toBe('duplicate');
    expect(await send({ status: 'rejected' })).toMatchObject({ code: 'reversed', duplicate: true });
  });

  test('is not reversed with other numbers than the admin has seen', async () => {
    const { uid, id, reverse, balances } = await contradicted();
    await platformClient(app).withdraw(uid, 30);
    expect(await reverse()).toMatchObject({
      status: 409,
      body: {
        message:
          'The wallet has changed. The reversal would now take 10 coins and leave 100 coins outstanding. Check and confirm again.',
      },
    });
    expect(await balances()).toEqual([70, 10]);
    expect((await shown(id)).reversal).toMatchObject({
      takenCoins: 10,
      owedCoins: 100,
      credits: [
        { kind: 'reward', isTaken: false },
        { kind: 'referral', isTaken: true },
      ],
    });
    expect((await reverse(asha, { takenCoins: 10, owedCoins: 100 })).status).toBe(200);
    expect(await balances()).toEqual([70, 0]);
  });

  test('is decided once when two admins decide at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { clickId, dismiss, reverse, balances } = await contradicted();
      const decisions = [() => dismiss(asha), () => reverse(ravi), () => dismiss(ravi), () => reverse(asha)];
      const answers = await Promise.all(
        (round % 2 === 0 ? decisions : decisions.toReversed()).map((decide) => decide()),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      const [entry] = await inEvidence(clickId);
      const isReversed = entry?.kind === 'contradiction' && entry.decision === 'reversed';
      expect(await balances()).toEqual(isReversed ? [0, 0] : [100, 10]);
      for (const { status, body } of answers)
        if (status === 409)
          expect(body.message).toMatch(/already (dismissed|reversed) by .*@example\.com\. Nothing was changed\./);
    }
  });

  test('answers a repeated request of the same admin without a second effect', async () => {
    const [first, second] = [await contradicted(), await contradicted()];
    for (const decide of [() => first.dismiss(), () => second.reverse()]) {
      const answers = await Promise.all([decide(), decide(), decide()]);
      expect(answers.map(({ body }) => body.repeated).toSorted()).toEqual([false, true, true]);
    }
    expect((await first.dismiss(asha, 'Another reason.')).status).toBe(409);
    expect(await second.balances()).toEqual([0, 0]);
    expect(
      await app.rows(
        "select count(*)::int as n from audit_log where action like 'contradictions.%' and entity_id = any ($1)",
        [[first.conversionId, second.conversionId]],
      ),
    ).toEqual([{ n: 2 }]);
  });

  test('is closed by the network’s own rejection, also while an admin decides', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { clickId, send, dismiss, reverse, balances } = await contradicted();
      const [byAdmin, byNetwork] = await Promise.all([
        round === 0 ? dismiss() : reverse(),
        send({ status: 'rejected' }),
      ]);
      expect(byNetwork.code).toBe('reversed');
      expect(await balances()).toEqual([0, 0]);
      if (byAdmin.status !== 200)
        expect(byAdmin).toMatchObject({
          status: 409,
          body: { message: 'The conversion was already reversed by the network. Nothing was changed.' },
        });
      expect(await openOf(clickId)).toEqual([]);
    }
  });

  test('of an anonymous click can be reversed without coins', async () => {
    const offerId = await app.createOffer({ events: [event('install', 100)] });
    const clickId = await app.click(offerId);
    for (const status of ['approved', 'hold']) await app.send(offerId, 'install', { click_id: clickId, status });
    const [open] = await openOf(clickId);
    expect(open).toMatchObject({ uid: null, userName: null, coins: 0 });
    expect((await shown(open?._id ?? 0)).reversal).toEqual({ takenCoins: 0, owedCoins: 0, credits: [], claim: null });
    const reversed = { takenCoins: 0, owedCoins: 0, reason: 'A chargeback.' };
    expect((await post(`/api/contradictions/${open?._id}/reverse`, reversed)).status).toBe(200);
  });

  test('is not found under another id', async () => {
    for (const verb of ['dismiss', 'reverse'])
      expect(
        (await post(`/api/contradictions/999999/${verb}`, { reason: 'x', takenCoins: 0, owedCoins: 0 })).status,
      ).toBe(404);
  });
});
