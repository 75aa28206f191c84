import { describe, expect, test } from 'vitest';
import { SYSTEM_ACTORS } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { ConversionInput } from '#features/conversions/index.ts';
import { event } from '#test/builders/events.ts';
import { createPostbackApp } from './postback-app.ts';
import { createRecorder } from './create-recorder.ts';
import { replayCalls } from './replay-calls.ts';

const app = await createPostbackApp({ METRICS_TOKEN: 'figures-token-1234' }, { now: '2026-11-21T12:00:00Z' });

async function visit(more: object = {}) {
  const offerId = await app.createOffer({ events: [event('install', 100)], ...more });
  const { uid, clickId } = await app.newVisit(offerId);
  return {
    offerId,
    uid,
    clickId,
    send: async (query: Record<string, string> = {}) =>
      await app.send(offerId, 'install', { click_id: clickId, ...query }),
  };
}

async function paid(more: object = {}) {
  const visited = await visit(more);
  const { body } = await visited.send();
  expect(body.code).toBe('accepted');
  return { ...visited, conversionId: body.conversionId ?? '' };
}

const HOLD = 'The network has not approved the event yet (status=hold).';
const recorded = (clickId: string) =>
  app.rows('select said, times, decision, decided_by from contradictions where click_id = $1 order by id', [clickId]);

describe('a message that does not approve an approved event', () => {
  test('is recorded as a contradiction, answered 200, and moves no coins', async () => {
    const { uid, clickId, conversionId, send } = await paid();
    const answer = await send({ status: 'hold' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      code: 'contradiction',
      message: 'The event was approved before. An administrator decides about this message.',
      conversionId,
      duplicate: false,
      status: 'approved',
    });
    expect(await app.balance(uid)).toBe(100);
    expect(await app.conversionsOf(clickId)).toMatchObject([{ status: 'approved', rewardCoins: 100 }]);
    expect(await recorded(clickId)).toEqual([{ said: HOLD, times: 1, decision: null, decidedBy: null }]);
    await app.logged(clickId).toEqual(['accepted', 'contradiction']);
    expect(
      await app.rows(
        "select detail, conversion_id from postback_log where click_id = $1 and verdict = 'contradiction'",
        [clickId],
      ),
    ).toEqual([{ detail: HOLD, conversionId }]);
  });

  test('counts repeats of one statement in one row, and another reading in another', async () => {
    const { clickId, uid, send } = await paid();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send({ status: 'hold' })));
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['contradiction']));
    app.clock.advance(60_000);
    await send({ payout: '-5' });
    await send({ status: 'hold' });
    expect(await recorded(clickId)).toMatchObject([{ said: HOLD, times: 51 }, { times: 1 }]);
    expect(
      await app.rows('select last_at > first_at as spread from contradictions where click_id = $1 order by id', [
        clickId,
      ]),
    ).toEqual([{ spread: true }, { spread: false }]);
    expect(await app.balance(uid)).toBe(100);
  });

  test('counts a message with a counter in the open row of the same reading', async () => {
    const { clickId, send } = await paid();
    await send({ status: 'hold' });
    await Promise.all(Array.from({ length: 30 }, (_, n) => send({ status: `attempt ${n}` })));
    await Promise.all(Array.from({ length: 30 }, (_, n) => send({ payout: `-${n + 1}` })));
    expect(await recorded(clickId)).toMatchObject([{ said: HOLD, times: 31 }, { times: 30 }]);
    await app.rows(
      "update contradictions set decision = 'dismissed', decided_at = now(), decided_by = 'Asha' where click_id = $1",
      [clickId],
    );
    for (const status of ['attempt 31', 'hold', 'attempt 32']) await send({ status });
    expect(await recorded(clickId)).toMatchObject([
      { said: HOLD, times: 32, decision: 'dismissed' },
      { times: 30 },
      { times: 2, decision: null },
    ]);
  });

  test.each([
    [{ status: '2' }, 'The network has not approved the event yet (status=2).'],
    [{ Status: '-1' }, 'The network has not approved the event yet (Status=-1).'],
    [{ payout: '-5' }, 'The message does not surely approve the event (payout=-5).'],
    [{ 'data[state]': 'on hold' }, 'The network has not approved the event yet (data[state]=on hold).'],
    [{ success: 'maybe' }, 'The message does not surely approve the event (success=maybe).'],
  ])('is recorded for %j', async (query, said) => {
    const { uid, clickId, send } = await paid();
    expect((await send(query as Record<string, string>)).body.code).toBe('contradiction');
    expect(await recorded(clickId)).toMatchObject([{ said, times: 1 }]);
    expect(await app.balance(uid)).toBe(100);
  });

  test('is neither a test nor a clear rejection', async () => {
    const { uid, clickId, send } = await paid();
    expect((await send({ test: '1' })).body.code).toBe('test');
    expect(await recorded(clickId)).toEqual([]);
    expect((await send({ Status: 'rejected' })).body.code).toBe('reversed');
    expect(await app.balance(uid)).toBe(0);
  });

  test('leaves a repeated approval a duplicate', async () => {
    const { send } = await paid();
    await send({ status: 'hold' });
    for (const query of [{}, { status: 'approved' }]) expect((await send(query)).body.code).toBe('duplicate');
  });

  test('is a duplicate while the event is pending, and after it was reversed', async () => {
    const waiting = await visit();
    await waiting.send({ status: 'hold' });
    expect((await waiting.send({ status: 'lead' })).body.code).toBe('duplicate');
    const { send, clickId } = await paid();
    await send({ status: 'rejected' });
    for (const query of [{ status: 'hold' }, {}]) expect((await send(query)).body.code).toBe('duplicate');
    expect([...(await recorded(waiting.clickId)), ...(await recorded(clickId))]).toEqual([]);
  });

  test('is a duplicate for an event over its cap', async () => {
    const { offerId, clickId, send } = await visit({ events: [event('install', 100, { eventCap: 1 })] });
    await app.send(offerId, 'install', { click_id: await app.click(offerId, await app.newUser()) });
    expect((await send()).body.code).toBe('over_cap');
    expect((await send({ status: 'hold' })).body.code).toBe('duplicate');
    expect(await recorded(clickId)).toEqual([]);
  });

  test('is closed by a clear rejection, which reverses the coins', async () => {
    const { uid, clickId, send } = await paid();
    await send({ status: 'hold' });
    await send({ payout: '-5' });
    expect((await send({ status: 'rejected' })).body.code).toBe('reversed');
    expect(await app.balance(uid)).toBe(0);
    expect(await recorded(clickId)).toMatchObject(Array(2).fill({ decision: 'reversed', decidedBy: 'Postback' }));
  });

  test('is counted in the metrics', async () => {
    const { send } = await paid();
    await send({ status: 'hold' });
    const reader = { headers: { authorization: 'Bearer figures-token-1234' } };
    expect(await app.must('GET', '/metrics', undefined, reader)).toMatch(
      /muneem_postbacks_total\{verdict="contradiction"\} \d/,
    );
  });
});

describe('within one batch', () => {
  const inputOf = (clickId: string, more: Partial<ConversionInput> = {}): ConversionInput => ({
    clickId,
    eventName: 'install',
    source: 'postback',
    actor: SYSTEM_ACTORS.postback,
    at: app.clock.now(),
    conversionIp: null,
    ...more,
  });
  const batch = async (clickId: string, ...pending: (string | undefined)[]) => {
    const record = await createRecorder(app, 0);
    const verdicts = await transaction(app.database, (tx) =>
      record(
        tx,
        pending.map((said) => inputOf(clickId, { pending: said })),
      ),
    );
    return verdicts.map(({ code }) => code);
  };

  test('the order of an approval and a hold decides', async () => {
    const [first, second] = [await visit(), await visit()];
    expect(await batch(first.clickId, undefined, 'hold', 'hold', undefined)).toEqual([
      'accepted',
      'contradiction',
      'contradiction',
      'duplicate',
    ]);
    expect(await recorded(first.clickId)).toMatchObject([{ said: 'hold', times: 2 }]);
    expect(await batch(second.clickId, 'hold', undefined, 'hold')).toEqual(['pending', 'accepted', 'contradiction']);
    expect(await recorded(second.clickId)).toMatchObject([{ said: 'hold', times: 1 }]);
    expect([await app.balance(first.uid), await app.balance(second.uid)]).toEqual([100, 100]);
  });

  test('a hold after an approval over the cap is a duplicate', async () => {
    const { offerId, clickId } = await visit({ events: [event('install', 100, { eventCap: 1 })] });
    await app.send(offerId, 'install', { click_id: await app.click(offerId, await app.newUser()) });
    expect(await batch(clickId, undefined, 'hold')).toEqual(['over_cap', 'duplicate']);
    expect(await recorded(clickId)).toEqual([]);
  });
});

describe('a replay', () => {
  test('says contradiction if its event was approved meanwhile', async () => {
    const { offerId, clickId } = await visit();
    const events = [event('install', 100), event('level5', 10)];
    await app.send(offerId, 'level5', { click_id: clickId, status: 'hold' });
    await app.logged(clickId).toEqual(['event_unknown']);
    await app.updateOffer(offerId, { events });
    await app.send(offerId, 'level5', { click_id: clickId });
    const calls = replayCalls(app);
    const shown = await calls.preview({ filter: { offerId } });
    expect(shown.items.map(({ verdict }) => verdict)).toEqual(['contradiction']);
    expect(await recorded(clickId)).toEqual([]);
    expect((await calls.commit(shown)).body).toMatchObject({ replayed: 1, totals: { approved: 0, coins: 0 } });
    expect(await recorded(clickId)).toMatchObject([{ said: HOLD, times: 1 }]);
    expect((await calls.preview({ filter: { offerId } })).items).toEqual([]);
    const [logged] = await app.rows<{ id: string }>(
      "select id from postback_log where click_id = $1 and verdict = 'event_unknown'",
      [clickId],
    );
    await app.send(offerId, 'level5', { click_id: clickId, status: 'hold' });
    const [second] = await app.rows<{ id: string }>(
      "select id from postback_log where click_id = $1 and verdict = 'contradiction'",
      [clickId],
    );
    const refused = await calls.preview({ ids: [second?.id ?? '', logged?.id ?? ''] });
    expect(refused.skipped).toEqual([
      { _id: second?.id, reason: 'It contradicts an approved conversion. Decide it under Needs attention.' },
    ]);
  });
});
