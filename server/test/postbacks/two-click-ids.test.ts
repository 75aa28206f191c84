import { describe, expect, test } from 'vitest';
import { createPostbackApp } from './postback-app.ts';

const app = await createPostbackApp();
const offerId = await app.createOffer({ customClickIdParams: ['ref'] });

/** Has the form of our click ids, like a network's own transaction id. */
const FOREIGN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

async function visit(offer = offerId) {
  const uid = await app.newUser();
  return { uid, clickId: await app.click(offer, uid) };
}
const logOf = (clickId: string) =>
  app.rows('select verdict from postback_log where click_id = $1 order by received_at', [clickId]);

describe('a postback with two ids', () => {
  test.each(['click_id', 'transaction_id', 'ref'])('pays the only one that is a click, in %s', async (name) => {
    const { uid, clickId } = await visit();
    const other = name === 'click_id' ? 'transaction_id' : 'click_id';
    const sent = await app.send(offerId, 'install', { [other]: FOREIGN, [name]: clickId });
    expect(sent.body).toMatchObject({ code: 'accepted', status: 'approved' });
    expect(await app.balance(uid)).toBeGreaterThan(0);
    expect(await logOf(clickId)).toEqual([{ verdict: 'accepted' }]);
    expect((await app.send(offerId, 'install', { [other]: FOREIGN, [name]: clickId })).body.code).toBe('duplicate');
  });

  test('pays the click of the offer that its path names', async () => {
    const elsewhere = await visit(await app.createOffer());
    const { uid, clickId } = await visit();
    const { body } = await app.send(offerId, 'install', { click_id: elsewhere.clickId, cid: clickId });
    expect(body.code).toBe('accepted');
    expect([await app.balance(elsewhere.uid), (await app.balance(uid)) > 0]).toEqual([0, true]);
  });

  test('reverses the click, and counts a contradiction for it', async () => {
    const { uid, clickId } = await visit();
    const ids = { click_id: FOREIGN, cid: clickId };
    await app.send(offerId, 'install', { click_id: clickId });
    expect((await app.send(offerId, 'install', { ...ids, status: 'pending' })).body.code).toBe('contradiction');
    expect((await app.send(offerId, 'install', { ...ids, status: 'rejected' })).body.code).toBe('reversed');
    expect(await app.balance(uid)).toBe(0);
    const rows = await app.rows('select click_id, decision from contradictions where click_id = $1', [clickId]);
    expect(rows).toEqual([{ clickId, decision: 'reversed' }]);
    expect((await logOf(clickId)).map(({ verdict }) => verdict)).toEqual(['accepted', 'contradiction', 'reversed']);
  });

  test('is refused if both are clicks of the offer, and pays neither', async () => {
    const [one, other] = [await visit(), await visit()];
    const sent = await app.send(offerId, 'install', { click_id: one.clickId, cid: other.clickId });
    expect([sent.status, sent.body.code]).toEqual([400, 'click_conflict']);
    expect([await app.balance(one.uid), await app.balance(other.uid)]).toEqual([0, 0]);
  });

  test('names the click in the short form too, under a name of its own offer', async () => {
    const { uid, clickId } = await visit();
    const short = (query: string) => app.http.fastify.inject(`/postback?event=install&token=${app.token}&${query}`);
    expect((await short(`click_id=${FOREIGN}&ref=${clickId}`)).json()).toMatchObject({ code: 'accepted' });
    expect(await app.balance(uid)).toBeGreaterThan(0);
    const unnamed = await visit(await app.createOffer());
    expect((await short(`click_id=${FOREIGN}&ref=${unnamed.clickId}`)).json()).toMatchObject({ code: 'click_missing' });
    expect(await app.balance(unnamed.uid)).toBe(0);
  });

  test('is explained with the click', async () => {
    const { clickId } = await visit();
    const url = `/postback/${offerId}/install?token=${app.token}&click_id=${FOREIGN}&cid=${clickId}`;
    expect((await app.call('POST', '/api/inbound-postbacks/explain', { url })).body).toMatchObject({
      verdict: 'accepted',
      clickId,
    });
  });
});
