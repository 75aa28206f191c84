import type { PayoutProvider } from '@muneem/sandbox/payout-provider';
import { hashToken, newToken } from '#platform/crypto/index.ts';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { buildUser } from '#test/builders/users.ts';
import { offerInput } from '#test/builders/offers.ts';
import { TEST_PLATFORM_KEY } from '#test/test-app.ts';
import type { PostbackApp } from '#test/postbacks/postback-app.ts';
import { codeIn, type MailServer } from '../auth/mail-server.ts';
import { timeCode } from '../auth/time-code.ts';

export interface World {
  readonly app: PostbackApp;
  readonly mail: MailServer;
  readonly provider: PayoutProvider;
  readonly admin: TestSession;
  /** Whose password is `PASSWORD`; for what concerns one's own account. */
  owner(): Promise<TestSession>;
}

export const PASSWORD = 'correct horse battery';

/** A call that changes something, made so that it succeeds. */
export interface Change {
  readonly url: string;
  readonly payload?: object;
  readonly session?: TestSession;
  /** What it asks for is begun before it is written down; without its audit row the request fails all the same. */
  readonly leavesTraces?: boolean;
}

type Prepare = (world: World) => Promise<Change>;

let made = 0;
const unique = (): string => `change-${(made += 1)}`;

export async function post(
  { app, admin }: World,
  url: string,
  payload?: object,
  session = admin,
): Promise<Record<string, never>> {
  const answer = await app.http.fastify.inject({
    method: 'POST',
    url,
    headers: session.headers,
    ...(payload ? { payload } : {}),
  });
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
}

async function withdrawal({ app }: World): Promise<string> {
  const user = await buildUser(app, { uid: unique(), coins: 100 });
  const answer = await app.http.fastify.inject({
    method: 'POST',
    url: '/api/platform/withdrawals',
    headers: { authorization: `Bearer ${TEST_PLATFORM_KEY}`, 'idempotency-key': unique() },
    payload: { uid: user.uid, coins: 100, paymentMethod: { type: 'upi', upiId: 'asha@okbank' } },
  });
  return answer.json<{ withdrawal: { withdrawalId: string } }>().withdrawal.withdrawalId;
}

/** Approved, and the provider refused it or nobody knows. */
async function unpaid(world: World, fault: 'refuse' | 'cut_before'): Promise<string> {
  const id = await withdrawal(world);
  world.provider.faults.set([{ fault, times: 1 }]);
  await post(world, `/api/withdrawals/${id}/verify`, { approved: true });
  return id;
}

async function problem(world: World): Promise<{ uid: string; id: string }> {
  const { uid } = await buildUser(world.app, { uid: unique() });
  const body = await post(world, `/api/users/${uid}/problems`, PROBLEM);
  return { uid, id: (body as unknown as { problem: { id: string } }).problem.id };
}

async function customPostback(world: World): Promise<string> {
  const offerId = await world.app.createOffer();
  const body = await post(world, `/api/offers/${offerId}/custom-postbacks`, CUSTOM_POSTBACK);
  return (body as unknown as { postback: { _id: string } }).postback._id;
}

async function settingsToken(world: World, session: TestSession, change: object): Promise<string> {
  await post(world, '/api/settings/send-otp', change, session);
  const otp = codeIn(await world.mail.next());
  const body = await post(world, '/api/settings/verify-otp', { otp }, session);
  return (body as unknown as { verificationToken: string }).verificationToken;
}

/** With an authenticator app whose next code is fresh. */
async function enrolled(world: World): Promise<{ session: TestSession; code: () => string }> {
  const { secret, session } = await begun(world);
  const { app } = world;
  await post(world, '/api/account/authenticator/confirm', { code: timeCode(secret, app.clock.now()) }, session);
  await world.mail.next();
  app.clock.advance(30_000);
  return { session, code: () => timeCode(secret, app.clock.now()) };
}

async function begun(world: World): Promise<{ session: TestSession; secret: string }> {
  const session = await world.owner();
  const body = await post(world, '/api/account/authenticator', { password: PASSWORD }, session);
  return { session, secret: (body as unknown as { secret: string }).secret };
}

async function invitation({ app, admin }: World): Promise<string> {
  const id = `inv_${unique()}`;
  await app.database.execute(sql`
    insert into admin_invitations (id, token_hash, email, invited_by, created_at, expires_at)
    values (${id}, ${hashToken(newToken())}, ${`${unique()}@example.com`}, ${admin.adminId}, ${app.clock.now()}, ${new Date(app.clock.now().getTime() + 60_000)})`);
  return id;
}

const otherAdmin = ({ app }: World): Promise<TestSession> => openAdminSession(app, `${unique()}@example.com`);

const PROBLEM = { title: 'No coins', description: 'I played a round.', type: 'payment' };
const CUSTOM_POSTBACK = {
  companyName: 'Tracker',
  companyId: 'tracker-1',
  eventName: 'install',
  postbackUrl: 'http://127.0.0.1:9/c?id={click_id}',
};

/** For each route that changes something: how to make it succeed. */
export const CHANGES: Readonly<Record<string, Prepare>> = {
  'DELETE /api/users/:uid': async ({ app }) => ({
    url: `/api/users/${(await buildUser(app, { uid: unique(), coins: 5 })).uid}`,
  }),
  'POST /api/offers': async () => ({ url: '/api/offers', payload: offerInput() }),
  'PUT /api/offers/:id': async ({ app }) => ({
    url: `/api/offers/${await app.createOffer()}`,
    payload: offerInput({ title: 'Another title' }),
  }),
  'DELETE /api/offers/:id': async ({ app }) => ({ url: `/api/offers/${await app.createOffer()}` }),
  'POST /api/offers/status': async ({ app }) => ({
    url: '/api/offers/status',
    payload: { ids: [await app.createOffer()], isActive: false },
  }),
  'POST /api/offers/:id/custom-click-params': async ({ app }) => ({
    url: `/api/offers/${await app.createOffer()}/custom-click-params`,
    payload: { parameterName: 'sub_id' },
  }),
  'DELETE /api/offers/:id/custom-click-params/:name': async (world) => {
    const url = `/api/offers/${await world.app.createOffer()}/custom-click-params`;
    await post(world, url, { parameterName: 'sub_id' });
    return { url: `${url}/sub_id` };
  },
  'POST /api/mark-click-paid': async ({ app }) => ({
    url: '/api/mark-click-paid',
    payload: { clickId: await app.click(await app.createOffer(), await app.newUser()) },
  }),
  'POST /api/mark-clicks-paid-bulk': async ({ app }) => ({
    url: '/api/mark-clicks-paid-bulk',
    payload: { clicks: [{ clickId: await app.click(await app.createOffer(), await app.newUser()) }] },
  }),
  'POST /api/users/:uid/problems': async ({ app }) => ({
    url: `/api/users/${(await buildUser(app, { uid: unique() })).uid}/problems`,
    payload: PROBLEM,
  }),
  'PATCH /api/users/:userId/problems/:id': async (world) => {
    const { uid, id } = await problem(world);
    return { url: `/api/users/${uid}/problems/${id}`, payload: { status: 'resolved' } };
  },
  'DELETE /api/users/:userId/problems/:id': async (world) => {
    const { uid, id } = await problem(world);
    return { url: `/api/users/${uid}/problems/${id}` };
  },
  'POST /api/withdrawals/:id/verify': async (world) => ({
    url: `/api/withdrawals/${await withdrawal(world)}/verify`,
    payload: { approved: false },
  }),
  'POST /api/withdrawals/bulk-verify': async (world) => ({
    url: '/api/withdrawals/bulk-verify',
    payload: { ids: [await withdrawal(world)], approved: false },
  }),
  'POST /api/withdrawals/reject-all': async (world) => {
    await withdrawal(world);
    return { url: '/api/withdrawals/reject-all', payload: {} };
  },
  'POST /api/withdrawals/:id/retry-payment': async (world) => ({
    url: `/api/withdrawals/${await unpaid(world, 'refuse')}/retry-payment`,
  }),
  'POST /api/withdrawals/:id/return-coins': async (world) => ({
    url: `/api/withdrawals/${await unpaid(world, 'refuse')}/return-coins`,
    payload: {},
  }),
  'POST /api/withdrawals/:id/look-up': async (world) => ({
    url: `/api/withdrawals/${await unpaid(world, 'cut_before')}/look-up`,
    leavesTraces: true,
  }),
  'POST /api/withdrawals/:id/declare-not-paid': async (world) => {
    const id = await unpaid(world, 'cut_before');
    await world.app.database.execute(sql`update payout_attempts set needs_attention = true where payable_id = ${id}`);
    world.app.clock.advance(25 * 3_600_000);
    return { url: `/api/withdrawals/${id}/declare-not-paid`, payload: { reason: 'The bank says so' } };
  },
  'POST /api/auto-payout/resume': async ({ app }) => {
    await app.database.execute(
      sql`update auto_payout_breaker set reason = 'low_balance', message = 'Add money.', paused_at = now()`,
    );
    return { url: '/api/auto-payout/resume' };
  },
  'POST /api/payouts/reconciliation/run': async () => ({ url: '/api/payouts/reconciliation/run', leavesTraces: true }),
  'POST /api/payouts/reconciliation/:id/decide': async ({ app }) => {
    const id = unique();
    await app.database.execute(sql`
      insert into payout_differences (id, provider, kind, reference_id, made_at, first_seen_at, last_seen_at, last_run_id)
      values (${id}, 'bulkpe', 'missing_at_ours', ${id}, now(), now(), now(), 'run')`);
    return {
      url: `/api/payouts/reconciliation/${id}/decide`,
      payload: { state: 'acknowledged', reason: 'Known to the bank' },
    };
  },
  'POST /api/auto-payout/enable': async () => ({ url: '/api/auto-payout/enable' }),
  'POST /api/auto-payout/disable': async (world) => {
    await post(world, '/api/auto-payout/enable');
    return { url: '/api/auto-payout/disable' };
  },
  'POST /api/offers/:id/custom-postbacks': async ({ app }) => ({
    url: `/api/offers/${await app.createOffer()}/custom-postbacks`,
    payload: CUSTOM_POSTBACK,
  }),
  'PUT /api/custom-postbacks/:id': async (world) => ({
    url: `/api/custom-postbacks/${await customPostback(world)}`,
    payload: { ...CUSTOM_POSTBACK, companyName: 'Renamed' },
  }),
  'DELETE /api/custom-postbacks/:id': async (world) => ({
    url: `/api/custom-postbacks/${await customPostback(world)}`,
  }),
  'PATCH /api/custom-postbacks/:id/toggle': async (world) => ({
    url: `/api/custom-postbacks/${await customPostback(world)}/toggle`,
    payload: {},
  }),
  'PUT /api/settings': async (world) => {
    const session = await otherAdmin(world);
    const change = { systemName: unique() };
    return {
      url: '/api/settings',
      payload: { ...change, verificationToken: await settingsToken(world, session, change) },
      session,
    };
  },
  'POST /api/settings/end-old-security-key': async (world) => {
    const session = await otherAdmin(world);
    const change = {
      securityKey: newToken()
        .replaceAll(/[^A-Za-z0-9]/g, 'x')
        .slice(0, 32),
      keepOldSecurityKey: true,
    };
    const verificationToken = await settingsToken(world, session, change);
    const answer = await world.app.http.fastify.inject({
      method: 'PUT',
      url: '/api/settings',
      headers: session.headers,
      payload: { ...change, verificationToken },
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return { url: '/api/settings/end-old-security-key' };
  },
  'POST /api/settings/reveal-api-key': async () => ({ url: '/api/settings/reveal-api-key' }),
  'POST /api/auth/logout': async (world) => ({ url: '/api/auth/logout', session: await otherAdmin(world) }),
  'DELETE /api/account/sessions/:id': async (world) => {
    const session = await otherAdmin(world);
    const [row] = await world.app.database.query<{ id: string }>(
      sql`select id from admin_sessions where admin_id = ${session.adminId}`,
    );
    return { url: `/api/account/sessions/${row?.id}`, session };
  },
  'POST /api/account/sessions/end-others': async (world) => ({
    url: '/api/account/sessions/end-others',
    session: await otherAdmin(world),
  }),
  'POST /api/account/authenticator': async (world) => ({
    url: '/api/account/authenticator',
    payload: { password: PASSWORD },
    session: await world.owner(),
  }),
  'POST /api/account/authenticator/confirm': async (world) => {
    const { secret, session } = await begun(world);
    const code = timeCode(secret, world.app.clock.now());
    return { url: '/api/account/authenticator/confirm', payload: { code }, session };
  },
  'POST /api/account/authenticator/recovery-codes': async (world) => {
    const { session, code } = await enrolled(world);
    return { url: '/api/account/authenticator/recovery-codes', payload: { code: code() }, session };
  },
  'POST /api/account/authenticator/remove': async (world) => {
    const { session, code } = await enrolled(world);
    return { url: '/api/account/authenticator/remove', payload: { code: code() }, session };
  },
  'POST /api/admins/invitations': async () => ({
    url: '/api/admins/invitations',
    payload: { email: `${unique()}@example.com` },
  }),
  'DELETE /api/admins/invitations/:id': async (world) => ({
    url: `/api/admins/invitations/${await invitation(world)}`,
  }),
  'POST /api/admins/:id/disable': async (world) => ({
    url: `/api/admins/${(await otherAdmin(world)).adminId}/disable`,
  }),
  'POST /api/admins/:id/enable': async (world) => {
    const { adminId } = await otherAdmin(world);
    await post(world, `/api/admins/${adminId}/disable`);
    return { url: `/api/admins/${adminId}/enable` };
  },
  'POST /api/admins/:id/reset-authenticator': async (world) => {
    const { session } = await enrolled(world);
    return { url: `/api/admins/${session.adminId}/reset-authenticator` };
  },
};
