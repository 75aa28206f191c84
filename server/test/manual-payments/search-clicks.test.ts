import { describe, expect, it } from 'vitest';
import { event } from '#test/builders/events.ts';
import { sql } from '#platform/database/index.ts';
import { lowestUlid } from '#platform/ids/index.ts';
import { createManualPaymentsApp, idsOf } from './manual-payments-app.ts';

const app = await createManualPaymentsApp();

describe('the search for clicks', () => {
  // covers 001-3.7 001-7.10
  it('returns each payable click with its user, offer and coins', async () => {
    const { uid, clickId } = await app.visit({ p1: 'asha.rao@okbank' });
    expect((await app.find({ search: clickId, searchType: 'click_id' })).clicks).toEqual([
      {
        _id: clickId,
        clickId,
        userId: { _id: uid, name: `Visitor ${uid.slice('visitor-'.length)}`, email: `${uid}@example.com` },
        offerId: { _id: app.offerId, title: 'Rummy Stars', coins: 250 },
        status: 'clicked',
        upi: 'asha.rao@okbank',
        rewardCoins: 250,
        alreadyRewarded: null,
        createdAt: expect.any(String) as string,
      },
    ]);
  });

  it('lists and searches payable clicks of any age, newest first', async () => {
    const made: string[] = [];
    for (const age of [700, 130, 60, 3]) {
      const { clickId } = await app.visit({ p2: 'of-any-age' });
      const at = new Date(app.clock.now().getTime() - age * 86_400_000);
      const id = lowestUlid(at);
      await app.database.execute(sql`
        insert into clicks (id, created_at, offer_id, user_id, status, p2)
        select ${id}, ${at}, offer_id, user_id, status, p2 from clicks where id = ${clickId}`);
      made.unshift(id);
    }
    for (const query of [{}, { search: 'of-any-age', searchType: 'p2' }]) {
      const listed = idsOf(await app.find(query));
      expect(listed.filter((id) => made.includes(id))).toEqual(made);
      expect(listed).toEqual(listed.toSorted().toReversed());
    }
    expect((await app.pay({ clickId: made[3] })).status).toBe(200);
    expect(idsOf(await app.find({}))).not.toContain(made[3]);
  });

  // covers 001-2.15
  it('matches every search type regardless of case, and nothing else', async () => {
    const offer = await app.createOffer({
      title: 'Chess 100% Masters',
      events: [event('tournament', 5, { eventCap: 10 })],
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
    const { uid, clickId } = await app.visit(params, offer);
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
      ['general', `Visitor ${uid.slice('visitor-'.length)}`],
      ['general', 'net-778'],
      ['general', 'zed@okaxis'],
    ];
    for (const [searchType, search] of searches) {
      expect(idsOf(await app.find({ searchType, search })), `${searchType} ${search}`).toContain(clickId);
    }
    for (const [searchType, search] of [
      ['p2', 'five'],
      ['upi', 'camp'],
      ['p3', 'camp__'],
      ['offer_name', 'tourna'],
      ['click_id', 'chess'],
    ] as const) {
      expect(idsOf(await app.find({ searchType, search })), `${searchType} ${search}`).toEqual([]);
    }
  });

  // covers 001-4.9
  it('returns only the requested statuses, newest first, in pages', async () => {
    const offer = await app.createOffer({ title: 'Paging Game' });
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(1000);
      made.push((await app.visit({}, offer)).clickId);
    }
    const search = { search: 'paging game', searchType: 'offer_name' };
    expect(idsOf(await app.find(search))).toEqual(made.toReversed());
    const pages = await Promise.all(['1', '2', '3'].map((page) => app.find({ ...search, page, limit: '2' })));
    expect(pages.flatMap(idsOf)).toEqual(made.toReversed());
    expect(pages[0]).toMatchObject({ total: 5, more: false });
    expect(idsOf(await app.find({ ...search, statuses: 'pending' }))).toEqual([]);
    expect(idsOf(await app.find({ ...search, statuses: 'clicked,in_progress' }))).toHaveLength(5);
    for (const bad of ['statuses=completed', 'statuses=clicked%27', 'searchType=password', 'limit=0', 'page=x'])
      expect((await app.call('GET', `/api/clicks?${bad}`)).status).toBe(400);
  });
});
