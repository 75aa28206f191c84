import { expect, test } from 'vitest';
import { SESSION_PASSWORD } from '#test/admin-session.ts';
import { event } from '#test/builders/events.ts';
import { offerInput } from '#test/builders/offers.ts';
import { platformCaller } from '#test/test-app.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';

const world = await startWithdrawalApp();
const { must } = world.app;

const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  world.app.database.prepared<Row>('', text, values);

/** Returns every row of every table, as texts. */
async function dump(): Promise<string> {
  const tables = await rows<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition`);
  const texts: string[] = [];
  for (const { name } of tables)
    for (const { row } of await rows<{ row: string }>(`select '${name}: ' || t::text as row from ${name} t`))
      texts.push(row);
  return texts.join('\n').toLowerCase();
}

const token = 'own-token-of-erasure';
const createOffer = async (): Promise<string> => {
  const input = offerInput({ events: [event('install', 100)], postbackToken: token });
  return (await must('POST', '/api/offers', input)).offer._id;
};
const track = async (offerId: string, uid: string): Promise<string> => {
  const { headers } = await world.app.http.fastify.inject({ url: `/track/${offerId}?uid=${uid}` });
  return new URL(String(headers.location)).searchParams.get('c') ?? '';
};
const send = async (path: string, query: Record<string, string>, headers: Record<string, string> = {}) => {
  const url = `/postback/${path}?${new URLSearchParams({ token, ...query }).toString()}`;
  return (await world.app.http.fastify.inject({ url, headers })).json<{ code: string }>().code;
};

test('leaves none of 16 texts about a person in a dump of the database, and the books balance', async () => {
  const uid = 'copied-1';
  const EMAIL = 'mark01@mail.example';
  const UPI = 'mark02@okbank';
  const PHONE = '9998887703';
  const CODE = 'MARK04CODE';
  const user = { uid, email: EMAIL, phone: `+91 ${PHONE}`, referralCode: CODE };
  await must('POST', '/api/platform/users', user, platformCaller());
  await must('POST', '/api/platform/users', { uid: 'friend-1', usedReferralCode: CODE }, platformCaller());
  const [person] = await rows<{ id: number }>('select id from users where uid = $1', [uid]);
  const [offer, other] = [await createOffer(), await createOffer()];
  const clickId = await track(offer, uid);
  const otherClick = await track(other, uid);
  const secondClick = await track(offer, uid);

  // Refused postbacks.
  expect(await send(`${offer}/install`, { email: EMAIL, ua: 'mark05-agent' }, { 'user-agent': 'mark06-agent' })).toBe(
    'click_missing',
  );
  expect(await send(`${offer}/install`, { upi: UPI, city: 'mark07-city' })).toBe('click_missing');
  expect(await send(`${offer}/install`, { mobile: `0${PHONE}`, gaid: 'mark08-gaid' })).toBe('click_missing');
  expect(await send(`${offer}/install`, { click_id: clickId, clickid: secondClick, name: 'mark09-name' })).toBe(
    'click_conflict',
  );
  expect(await send(`${offer}/mark10-in-the-path`, { click_id: clickId })).toBe('event_unknown');
  expect(await send(`${offer}/${encodeURIComponent('mark11 level')}`, { email: EMAIL })).toBe('event_unknown');

  // Reasons of administrators.
  expect(await send(`${offer}/install`, { click_id: clickId })).toBe('accepted');
  expect((await world.request({ uid, coins: 100, paymentMethod: { type: 'upi', upiId: UPI } })).status).toBe(200);
  expect(await send(`${offer}/install`, { click_id: clickId, status: 'rejected' })).toBe('reversed');
  const { owed } = await must('GET', '/api/owed-reversals');
  await must('POST', `/api/owed-reversals/${owed[0].journalId}/write-off`, { reason: 'mark12 wrote to us' });
  const [withdrawal] = await rows<{ id: string }>('select id from withdrawals where user_id = $1', [person?.id]);
  await must('POST', `/api/withdrawals/${withdrawal?.id}/verify`, { approved: false, adminReason: 'mark13 is a name' });
  await must('POST', '/api/platform/offer-claims', { uid, offerId: other }, platformCaller());
  await must('POST', `/api/offers/${other}/verify`, { userId: uid, approved: false, reason: 'mark14 lives in Pune' });
  expect(await send(`${other}/install`, { click_id: otherClick })).toBe('accepted');
  expect(await send(`${other}/install`, { click_id: otherClick, status: 'pending' })).toBe('contradiction');
  const [contradiction] = await rows<{ id: number }>('select id from contradictions');
  await must('POST', `/api/contradictions/${contradiction?.id}/dismiss`, { reason: 'mark15 called' });
  await rows(
    "insert into ledger_corrections select max(journal_id), 'mark16 asked for it', now() from postings where user_id = $1",
    [person?.id],
  );

  const marks = [
    EMAIL,
    UPI,
    PHONE,
    CODE,
    ...Array.from({ length: 12 }, (_, n) => `mark${String(n + 5).padStart(2, '0')}`),
  ];
  // Refused postbacks are logged after their answer.
  const left = async () => {
    const text = await dump();
    return marks.filter((mark) => text.includes(mark.toLowerCase()));
  };
  await expect.poll(left).toEqual(marks);
  const books = () => rows('select * from postings where user_id = $1 order by journal_id, line', [person?.id]);
  await must('DELETE', `/api/users/${uid}`);
  const before = await books();
  await must('POST', `/api/users/${uid}/erase`, { password: SESSION_PASSWORD });
  expect(await left()).toEqual([]);
  expect(await books()).toEqual(before);
  // The friend has lost nothing but the code.
  expect(await rows("select used_referral_code from users where uid = 'friend-1'")).toEqual([
    { usedReferralCode: null },
  ]);
});
