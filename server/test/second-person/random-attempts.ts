import { expect } from 'vitest';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD, type TestSession } from '#test/admin-session.ts';
import { createSecondNode } from '#test/test-app.ts';
import { startWithdrawalApp } from '#test/withdrawals/withdrawal-app.ts';
import { proposalCalls, setLimits } from './limits.ts';

const LIMITS = { withdrawal: 150, day: 240, run: 200 };
const AT_ONCE = 8;

/** The numbers of Park and Miller, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/**
 * Administrators try everything at once on two servers, with direct calls: approve, confirm, change roles, run in bulk,
 * and days pass. Afterwards every payment above a limit must have two people, and one person's sum of a day must fit.
 * @returns the number of attempts, and of payments
 */
export async function tryToPayAlone(attempts: number, seed: number): Promise<{ attempts: number; paid: number }> {
  const world = await startWithdrawalApp({}, { now: '2026-11-21T06:30:00Z' });
  const { app } = world;
  const other = await createSecondNode(app);
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const people: TestSession[] = [world.admin];
  for (const [name, role] of [
    ['asha', 'finance'],
    ['ravi', 'finance'],
    ['uma', 'owner'],
    ['mallory', 'support'],
  ] as const)
    people.push(await openAdminSession(app, `${name}@example.com`, { role }));
  // A second browser of each.
  const emails = people.map(({ email }) => email);
  for (const email of emails) people.push(await openAdminSession(app, email));
  await setLimits(app, LIMITS);
  const { open } = proposalCalls(app.call);
  const ids: string[] = [];
  for (let made = 0; made < attempts / 8; made += 1)
    ids.push((await world.pending({ coins: pick([40, 60, 100, 150, 200]) })).id);

  const send = (method: 'POST', url: string, body: object | undefined, as: TestSession) =>
    (random(2) === 0 ? app.call : other.call)(method, url, body, as).catch(() => undefined);
  let proposals: { id: string }[] = [];
  const act = async (): Promise<unknown> => {
    const as = pick(people);
    switch (random(9)) {
      case 0:
      case 1:
      case 2:
        return send('POST', `/api/withdrawals/${pick(ids)}/verify`, { approved: true }, as);
      case 3:
      case 4:
      case 5: {
        const proposal = proposals.length > 0 ? pick(proposals) : undefined;
        return proposal && send('POST', `/api/proposals/${proposal.id}/confirm`, undefined, as);
      }
      case 6: {
        const chosen = [pick(ids), pick(ids), pick(ids)];
        const run = await send('POST', '/api/withdrawals/bulk-runs', { approved: true, ids: chosen }, as);
        const { id, count } = (run?.body.run ?? {}) as { id?: string; count?: number };
        return id && send('POST', `/api/bulk-runs/${id}/start`, { count }, as);
      }
      case 7:
        return send(
          'POST',
          `/api/admins/${pick(people).adminId}/role`,
          { role: pick(['finance', 'support', 'owner']), password: SESSION_PASSWORD },
          as,
        );
      default:
        if (random(4) === 0) app.clock.advance(3 * 3_600_000);
        return send('POST', `/api/withdrawals/${pick(ids)}/retry-payment`, undefined, as);
    }
  };
  for (let done = 0; done < attempts; done += AT_ONCE) {
    if (done % 40 === 0) proposals = (await open(world.admin)) ?? [];
    await Promise.all(Array.from({ length: AT_ONCE }, act));
  }
  await expect
    .poll(() => app.database.getValue<number>(sql`select count(*)::int from bulk_runs where status = 'running'`), {
      timeout: 60_000,
    })
    .toBe(0);

  const paid = await app.database.query<{ paise: number; verifiedBy: string; day: string }>(sql`
    select amount_paise::int as paise, verified_by, (verified_at at time zone 'Asia/Kolkata')::date::text as day
    from withdrawals where status in ('processing', 'completed', 'payment_failed')`);
  const alone = paid.filter(({ verifiedBy }) => !verifiedBy.includes(', proposed by '));
  expect(alone.filter(({ paise }) => paise > LIMITS.withdrawal * 100)).toEqual([]);
  for (const sameDay of Map.groupBy(alone, ({ verifiedBy, day }) => `${verifiedBy} ${day}`).values())
    expect(sameDay.reduce((sum, { paise }) => sum + paise, 0)).toBeLessThanOrEqual(LIMITS.day * 100);
  for (const { verifiedBy } of paid) {
    const [decider, proposer] = verifiedBy.split(', proposed by ');
    expect(proposer).not.toBe(decider);
  }
  expect(
    await app.database.query(sql`select id from proposals where status = 'confirmed' and decided_by = proposed_by`),
  ).toEqual([]);
  await other.stop();
  return { attempts, paid: paid.length };
}
