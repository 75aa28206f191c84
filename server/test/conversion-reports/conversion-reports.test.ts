import type { ConversionDetails, ConversionRow, ConversionStats } from '@muneem/contract/conversion-reports';
import { describe, expect, it } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { lowestUlid } from '#platform/ids/index.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { replayCalls } from '#test/postbacks/replay-calls.ts';

interface ListAnswer {
  readonly success: boolean;
  readonly conversions: ConversionRow[];
  readonly pagination: { page: number; limit: number; total: number; pages: number };
  readonly message?: string;
}

/** Six different values, so that a value in the wrong column is noticed. */
const SUB_PARAMS = { p1: 'asha@upi', p2: 'two', p3: 'campaign', p4: 'four', p5: 'five', p6: 'six' };

const clicks: string[] = [];
// 23:50 and 00:10 in Asia/Kolkata: the same UTC day, but two days of the reports.
const app = await createPostbackApp({ REFERRAL_SHARE: '0.1' }, { now: '2026-11-20T18:20:00.000Z', breaksBooks: true });
const offerId = await app.createOffer({ title: 'Rummy Stars' });
await app.createUser('boss', { referralCode: 'BOSS-1' });
await app.createUser('asha', { name: 'Asha Rao', email: 'asha@example.com', usedReferralCode: 'BOSS-1' });
for (let n = 0; n < 3; n += 1) {
  const click = await app.click(offerId, 'asha', SUB_PARAMS);
  clicks.push(click);
  expect((await app.send(offerId, 'install', { click_id: click, sale: '99' })).status).toBe(200);
  // The cap of deposit is 2 a day: the third is cutbacked.
  expect((await app.send(offerId, 'deposit', { click_id: click })).status).toBe(200);
}
app.clock.set('2026-11-20T18:40:00.000Z');
const anonymous = await app.click(offerId);
expect((await app.send(offerId, 'install', { click_id: anonymous })).status).toBe(200);

describe('conversion reports', () => {
  const get = async <Body>(path: string): Promise<{ status: number; body: Body }> => {
    const response = await app.call<Body>('GET', `/api/conversion-reports${path}`);
    return { status: response.status, body: response.body };
  };
  const list = async (query: string): Promise<ListAnswer> => (await get<ListAnswer>(`?${query}`)).body;
  const stats = async (query: string): Promise<ConversionStats> =>
    (await get<{ stats: ConversionStats }>(`/stats?${query}`)).body.stats;

  // covers 001-3.11 001-7.31
  it('lists the newest first, 20 a page, with user, offer and both amounts', async () => {
    const { success, conversions, pagination } = await list('');
    expect(success).toBe(true);
    expect(pagination).toEqual({ page: 1, limit: 20, total: 7, pages: 1 });
    expect(conversions[0]).toMatchObject({ userId: null, userName: 'Anonymous', userPayout: 0 });
    const deposit = conversions.find((row) => row.event === 'deposit' && row.status === 'approved');
    expect(deposit).toMatchObject({
      clickId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      userId: { _id: 'asha', name: 'Asha Rao', email: 'asha@example.com' },
      offerId: { _id: offerId, title: 'Rummy Stars' },
      conversionSource: 'postback',
      userPayout: 12,
      totalPayout: 13,
      country: 'India',
    });
  });

  // covers 001-3.11
  it('returns each conversion with every field of the specification', async () => {
    const deposit = (await list('event=deposit&status=approved')).conversions[0];
    expect(deposit).toEqual({
      _id: expect.stringMatching(/^cnv_/),
      conversionId: deposit?._id,
      clickId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      userId: { _id: 'asha', name: 'Asha Rao', email: 'asha@example.com' },
      userName: 'Asha Rao',
      offerId: { _id: offerId, title: 'Rummy Stars' },
      campName: 'Rummy Stars',
      event: 'deposit',
      conversionSource: 'postback',
      status: 'approved',
      reason: null,
      userPayout: 12,
      referralPayout: 1,
      totalPayout: 13,
      coins: expect.any(Number),
      paymentStatus: 'paid',
      clickIp: expect.any(String),
      conversionIp: expect.any(String),
      city: '',
      state: '',
      country: 'India',
      ...SUB_PARAMS,
      createdAt: '2026-11-20T18:20:00.000Z',
      approvedAt: '2026-11-20T18:20:00.000Z',
    });
  });

  // covers 001-3.11 001-3.12
  it('adds the referral reward to the total payout, also in the sums', async () => {
    expect(await stats('event=deposit')).toMatchObject({ totalConversions: 3, totalPayout: 26 });
  });

  // covers 001-3.12 001-7.32
  it.each([
    ['startDate=2026-11-20&endDate=2026-11-21&event=order', 3],
    ['search=asha%40EXAMPLE', 6],
    ['search=100%25', 0],
  ])('counts and sums the same rows that %s lists', async (query, expected) => {
    const { conversions, pagination } = await list(query);
    const sums = await stats(query);
    expect(conversions).toHaveLength(expected);
    expect(pagination.total).toBe(expected);
    const paid = conversions.filter((row) => row.status === 'approved');
    expect(sums).toMatchObject({
      totalConversions: expected,
      totalPayout: paid.reduce((sum, row) => sum + row.totalPayout, 0),
      postbackConversions: conversions.filter((row) => row.conversionSource === 'postback').length,
      smartPollConversions: 0,
    });
  });

  // covers 001-9.14
  it('shows India for a missing country, and 0 for a missing payout', async () => {
    const at = new Date('2026-11-19T06:00:00Z');
    const id = `cnv_${lowestUlid(at)}`;
    for (const country of [null, '']) {
      await app.rows(
        `insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status, country)
         values ($1, $2, '01JD0000000000000000000000', $2, $3, 'Rummy Stars', 'install', 'install', 'manual', 'pending', $4)`,
        [id, at, offerId, country],
      );
      const bare = { country: 'India', userPayout: 0, referralPayout: 0, totalPayout: 0 };
      expect((await get<{ conversion: ConversionDetails }>(`/${id}`)).body.conversion).toMatchObject(bare);
      expect(await app.must('GET', '/api/exports/conversions.csv?source=manual')).toMatch(new RegExp(`${id}.*,India,`));
      await app.rows('delete from conversions where id = $1', [id]);
    }
  });

  it('finds conversions by click id and by their own id', async () => {
    const { conversions } = await list(`search=${clicks[0]}`);
    expect(conversions.map((row) => row.clickId)).toEqual([clicks[0], clicks[0]]);
    const id = conversions[0]?.conversionId ?? '';
    expect((await list(`search=${id}`)).conversions).toHaveLength(1);
  });

  // covers 001-3.12 001-7.33
  it('returns one conversion with the data that the network sent', async () => {
    const row = (await list(`event=install&search=${clicks[1]}`)).conversions[0];
    const { status, body } = await get<{ success: boolean; conversion: ConversionDetails }>(`/${row?.conversionId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      conversion: {
        revenue: {
          expected: null,
          reportedAmount: null,
          currency: null,
          rate: null,
          reported: null,
          counted: null,
          differs: false,
        },
        ...row,
        externalData: expect.objectContaining({ sale: '99' }),
        smartPollData: null,
        contradictions: [],
      },
    });
    expect(JSON.stringify(body.conversion.externalData)).not.toContain(app.token);
  });

  it('explains an invalid filter, and answers 404 for a missing conversion', async () => {
    expect((await get<ListAnswer>('?startDate=2026-11-22&endDate=2026-11-21')).body).toMatchObject({
      success: false,
      code: 'validation_failed',
      message: 'The start date is after the end date.',
    });
    expect((await get('?startDate=21.11.2026')).status).toBe(400);
    expect((await get('?startDate=0000-01-01')).status).toBe(400);
    expect((await get('?startDate=0001-01-01')).status).toBe(200);
    expect((await get('?source=fax')).status).toBe(400);
    expect(await get('/cnv_01JD0000000000000000000000')).toMatchObject({
      status: 404,
      body: { message: 'Conversion not found' },
    });
    expect((await get('/nonsense')).status).toBe(404);
  });

  // covers 001-3.11
  it('reports a waiting conversion as unpaid, and its approval time later', async () => {
    const waiting = await app.createOffer({ title: 'On hold' });
    const click = await app.click(waiting, 'asha');
    const row = async (): Promise<ConversionRow | undefined> => (await list(`search=${click}`)).conversions[0];
    await app.updateOffer(waiting, { title: 'On hold', isActive: false });
    await app.send(waiting, 'deposit', { click_id: click });
    const createdAt = '2026-11-20T18:40:00.000Z';
    expect(await row()).toMatchObject({ status: 'pending', paymentStatus: 'unpaid', createdAt, approvedAt: null });
    await app.updateOffer(waiting, { title: 'On hold', isActive: true });
    app.clock.set('2026-11-20T18:45:00.000Z');
    await app.logged(click).toEqual(['offer_inactive']);
    const { preview, commit } = replayCalls(app);
    await commit(await preview({ filter: { offerId: waiting, verdict: 'offer_inactive' } }));
    expect(await row()).toMatchObject({
      status: 'approved',
      paymentStatus: 'paid',
      createdAt,
      approvedAt: '2026-11-20T18:45:00.000Z',
    });
  });

  // covers 001-4.17
  it('lists a conversion with an unknown status, and shows its details', async () => {
    await app.rows('alter table conversions drop constraint conversions_status_check');
    const [row] = await app.rows<{ id: string }>(
      "update conversions set status = 'held' where id = (select min(id) from conversions) returning id",
    );
    const { conversions, pagination } = await list('');
    expect(pagination.total).toBe(conversions.length);
    expect(conversions.find(({ _id }) => _id === row?.id)?.status).toBe('held');
    expect(await get(`/${row?.id}`)).toMatchObject({ status: 200, body: { conversion: { status: 'held' } } });
  });

  it('finds the few or many conversions of one user, of any age', async () => {
    for (const [uid, count] of [
      ['few', 200],
      ['many', 201],
    ] as const) {
      await app.createUser(uid, { email: `${uid}@one-user.example` });
      const times = Array.from({ length: count }, (_, n) => new Date(Date.UTC(2026, 10, 20) - n * 5 * 86_400_000));
      await app.database.execute(sql`
        insert into conversions (id, created_at, click_id, click_created_at, offer_id, offer_title, event_name, event_key, source, status, user_id)
        select c.id, at, c.id, at, ${offerId}, 'Rummy Stars', 'install', 'install', 'postback', 'approved', u.id
        from unnest(${times.map((at) => `cnv_${lowestUlid(at)}`)}::text[], ${times}::timestamptz[]) as c (id, at) join users u on u.uid = ${uid}`);
      const query = `search=${uid}%40one-user`;
      expect((await stats(query)).totalConversions).toBe(count);
      expect((await stats(`${query}&startDate=2026-11-10`)).totalConversions).toBe(3);
      const { conversions } = await list(`${query}&page=3&limit=50`);
      expect(conversions.map(({ createdAt }) => createdAt)).toEqual(
        times.slice(100, 150).map((at) => at.toISOString()),
      );
      await app.database.execute(
        sql`delete from conversions where user_id = (select id from users where uid = ${uid})`,
      );
    }
  });
});
