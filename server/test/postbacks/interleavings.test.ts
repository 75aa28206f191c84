import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breachesOf } from '#test/ledger/breaches-of.ts';
import { act, app, CAP, COINS, createWorld, EVENTS, spend, step, type World } from './interleaving-world.ts';

/** `INTERLEAVING_SEED` repeats a run. A failure prints the seed. */
const SEED = Number(process.env['INTERLEAVING_SEED'] ?? Date.now() % 2 ** 31);
const waves = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 });

test(`keeps conversions unique, offers paid once, caps exact and the ledger balanced under concurrency (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(waves, async (plan) => {
      const world = await createWorld();
      let before: readonly Conversion[] = [];
      for (const wave of plan) {
        await Promise.all(wave.map((one) => act(world, one)));
        const after = await checkInvariants(world);
        checkCutBacks(before, after);
        before = after;
      }
    }),
    { numRuns: 12, seed: SEED, endOnFailure: true, verbose: true },
  );
});

async function checkInvariants({
  offerId,
  uid,
  boss,
  clicks,
  acknowledged,
  contradictions,
}: World): Promise<readonly Conversion[]> {
  const conversions = await app.rows<Conversion>(
    `select id, click_id, event_key, source, status, reward_coins, referral_coins, user_id is null as anonymous
     from conversions where offer_id = $1`,
    [offerId],
  );
  const names = conversions.map(({ clickId, eventKey }) => `${clickId} ${eventKey}`);
  expect(new Set(names).size).toBe(names.length);
  const stored = new Map(conversions.map(({ id }, at) => [names[at], id]));
  for (const [name, ids] of acknowledged) expect([...ids], name).toEqual([stored.get(name)]);
  const approved = conversions.filter(({ status }) => status === 'approved');

  const counters = await app.rows<{ key: string; approved: number }>(
    'select lower(e.name) as key, sum(c.approved)::int as approved from offer_events e join event_day_counts c on c.event_id = e.id where e.offer_id = $1 group by 1',
    [offerId],
  );
  for (const key of EVENTS) {
    const paid = approved.filter(({ eventKey }) => eventKey === key).length;
    expect(paid).toBeLessThanOrEqual(CAP);
    expect(counters.find((counter) => counter.key === key)?.approved ?? 0).toBe(paid);
  }

  const keys = await app.rows<{ conversionId: string; approved: boolean }>(
    'select conversion_id, approved from conversion_keys where click_id = any ($1)',
    [clicks],
  );
  expect(keys.map(({ conversionId, approved: is }) => `${conversionId} ${is}`).toSorted()).toEqual(
    conversions.map(({ id, status }) => `${id} ${status === 'approved'}`).toSorted(),
  );

  const counted = await app.rows<{ conversionId: string; times: number; isOpen: boolean }>(
    'select conversion_id, times, decision is null as is_open from contradictions where click_id = any ($1)',
    [clicks],
  );
  expect(counted.reduce((sum, { times }) => sum + times, 0)).toBe(contradictions);
  const open = counted.filter(({ isOpen }) => isOpen).map(({ conversionId }) => conversionId);
  expect(open.filter((id) => !approved.some((row) => row.id === id))).toEqual([]);

  const [claim] = await app.rows<{ coins: number }>(
    "select credited_coins as coins from offer_claims where offer_id = $1 and status = 'approved'",
    [offerId],
  );
  const earned = (pick: 'rewardCoins' | 'referralCoins') => approved.reduce((sum, row) => sum + row[pick], 0);
  if (claim) expect(earned('rewardCoins') + claim.coins).toBeLessThanOrEqual(COINS);

  const sums = await app.rows<{ status: string; n: number; coins: number }>(
    'select status, sum(conversions)::int as n, sum(coins)::int as coins from conversion_changes where offer_id = $1 group by 1 having sum(conversions) <> 0 order by 1',
    [offerId],
  );
  const expected = [...Map.groupBy(conversions, ({ status }) => status)]
    .map(([status, rows]) => ({
      status,
      n: rows.length,
      coins: rows.reduce(
        (sum, { rewardCoins, referralCoins }) => sum + rewardCoins + referralCoins,
        status === 'approved' ? (claim?.coins ?? 0) : 0,
      ),
    }))
    .toSorted((a, b) => a.status.localeCompare(b.status));
  expect(sums).toEqual(expected);

  await checkDebts(uid);
  // Credited coins that were not reversed are in the wallet, held for a withdrawal, or outstanding.
  const kept = await app.rows<{ uid: string; coins: number }>(
    `select u.uid, (w.balance + coalesce((select sum(amount) from postings where account = 'withdrawal_hold' and user_id = u.id), 0)
       - coalesce((select sum(coins) from reversed_credits where user_id = u.id and status = 'owed'), 0))::int as coins
     from users u join wallets w on w.user_id = u.id where u.uid = any ($1)`,
    [[uid, boss]],
  );
  expect(Object.fromEntries(kept.map((row) => [row.uid, row.coins]))).toEqual({
    [uid]: earned('rewardCoins') + (claim?.coins ?? 0),
    [boss]: earned('referralCoins'),
  });

  const rows = await app.rows<{ id: string; status: string; paid: boolean; anonymous: boolean }>(
    'select id, status, paid_at is not null as paid, user_id is null as anonymous from clicks where offer_id = $1',
    [offerId],
  );
  for (const { id, status, paid } of rows) {
    const done = ['install', 'register'].every((key) =>
      approved.some((row) => row.clickId === id && row.eventKey === key),
    );
    const touched = conversions.some(({ clickId }) => clickId === id);
    expect(status).toBe(paid || done ? 'completed' : touched ? 'in_progress' : 'clicked');
  }
  const isCompleted = claim !== undefined || rows.some(({ status, anonymous }) => status === 'completed' && !anonymous);
  expect(await app.rows('select completed_count as n from offers where id = $1', [offerId])).toEqual([
    { n: isCompleted ? 1 : 0 },
  ]);
  expect(await app.rows('select 1 as n from offer_completions where offer_id = $1', [offerId])).toHaveLength(
    isCompleted ? 1 : 0,
  );
  expect(await breachesOf(app)).toEqual([]);
  return conversions;
}

/** Every credit collects what fits into the wallet, and a user who owes can withdraw nothing. */
async function checkDebts(uid: string): Promise<void> {
  const owed = await app.rows<{ uid: string; coins: number; balance: number }>(
    `select u.uid, r.coins::int, w.balance::int from reversed_credits r
     join wallets w on w.user_id = r.user_id join users u on u.id = r.user_id where r.status = 'owed'`,
  );
  expect(owed.filter(({ coins, balance }) => coins <= balance)).toEqual([]);
  if (owed.some((row) => row.uid === uid)) expect(await spend(uid, 1)).toBe(409);
}

interface Conversion extends Record<string, unknown> {
  id: string;
  clickId: string;
  eventKey: string;
  source: string;
  status: string;
  rewardCoins: number;
  referralCoins: number;
  anonymous: boolean;
}

/** Nothing is cut back below the cap. A wave with a cut-back must have had the whole cap granted at some time. */
function checkCutBacks(before: readonly Conversion[], after: readonly Conversion[]): void {
  const known = new Map(before.map(({ id, status }) => [id, status]));
  const fresh = after.filter(({ id, status }) => known.get(id) !== status);
  for (const { eventKey: key } of fresh.filter(({ status }) => status === 'cutbacked')) {
    const held = before.filter(({ eventKey, status }) => eventKey === key && status === 'approved');
    // Conversions that the same wave reversed used the cap until their reversal.
    const granted = fresh.filter(
      ({ id, eventKey, status }) => eventKey === key && status !== 'cutbacked' && known.get(id) !== 'approved',
    );
    expect(held.length + granted.length, key).toBeGreaterThanOrEqual(CAP);
  }
}
