import { newToken } from '#platform/crypto/index.ts';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD } from '#test/admin-session.ts';
import { buildUser } from '#test/builders/users.ts';
import { offerInput } from '#test/builders/offers.ts';
import { timeCode } from '../auth/time-code.ts';
import {
  setUpAuthenticator,
  CUSTOM_POSTBACK,
  customPostback,
  enrolled,
  invitation,
  otherAdmin,
  PASSWORD,
  post,
  type Prepare,
  problem,
  PROBLEM,
  proposal,
  settingsToken,
  unique,
  unpaid,
  withdrawal,
} from './preparations.ts';

/** For each route that changes something: the preparation with which it succeeds. */
export const CHANGES: Readonly<Record<string, Prepare>> = {
  'POST /api/set-up/dismiss': async () => ({ url: '/api/set-up/dismiss' }),
  'DELETE /api/users/:uid': async ({ app }) => ({
    url: `/api/users/${(await buildUser(app, { uid: unique(), coins: 5 })).uid}`,
  }),
  'POST /api/users/:uid/erase': async ({ app }) => ({
    url: `/api/users/${(await buildUser(app, { uid: unique(), coins: 5 })).uid}/erase`,
    payload: { password: SESSION_PASSWORD },
  }),
  'POST /api/users/:uid/personal-data': async ({ app }) => ({
    url: `/api/users/${(await buildUser(app, { uid: unique() })).uid}/personal-data`,
    payload: { password: SESSION_PASSWORD },
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
  }),
  'POST /api/withdrawals/:id/declare-not-paid': async (world) => {
    const id = await unpaid(world, 'cut_before');
    await world.app.database.execute(sql`update payout_attempts set needs_attention = true where payable_id = ${id}`);
    world.app.clock.advance(25 * 3_600_000);
    const payload = { reason: 'The bank says so' };
    return { url: `/api/withdrawals/${id}/declare-not-paid`, payload };
  },
  'POST /api/withdrawals/:id/accept-transaction': async (world) => {
    const id = await unpaid(world, 'cut_before');
    // The provider answered about another transaction.
    await world.app.database.execute(sql`
      update payout_attempts set needs_attention = true, provider_transaction_id = 'T-first', provider_status = 'SUCCESS'
      where payable_id = ${id}`);
    world.app.clock.advance(25 * 3_600_000);
    return { url: `/api/withdrawals/${id}/accept-transaction`, payload: { transactionId: 'T-second' } };
  },
  'POST /api/auto-payout/resume': async ({ app }) => {
    await app.database.execute(
      sql`update auto_payout_breaker set reason = 'low_balance', message = 'Add money.', paused_at = now()`,
    );
    return { url: '/api/auto-payout/resume' };
  },
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
  'POST /api/admin/smart-poll': async () => ({ url: '/api/admin/smart-poll' }),
  'POST /api/admin/force-smart-poll': async () => ({ url: '/api/admin/force-smart-poll' }),
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
    await world.app.must('PUT', '/api/settings', { ...change, verificationToken }, session);
    return { url: '/api/settings/end-old-security-key' };
  },
  'POST /api/settings/reveal-api-key': async () => ({
    url: '/api/settings/reveal-api-key',
    payload: { password: SESSION_PASSWORD },
  }),
  'POST /api/auth/logout': async (world) => ({ url: '/api/auth/logout', session: await otherAdmin(world) }),
  'DELETE /api/account/sessions/:id': async (world) => {
    const session = await otherAdmin(world);
    const [row] = await world.app.database.query<{ id: string }>(
      sql`select id from admin_sessions where admin_id = ${session.adminId}`,
    );
    return { url: `/api/account/sessions/${row?.id}`, session };
  },
  'POST /api/account/sessions/end-others': async (world) => {
    const session = await otherAdmin(world);
    await openAdminSession(world.app, session.email);
    return { url: '/api/account/sessions/end-others', session };
  },
  'POST /api/account/password': async (world) => ({
    url: '/api/account/password',
    payload: { currentPassword: PASSWORD, newPassword: 'quite another one' },
    session: await world.owner(),
  }),
  'POST /api/account/authenticator': async (world) => ({
    url: '/api/account/authenticator',
    payload: { password: PASSWORD },
    session: await world.owner(),
  }),
  'POST /api/account/authenticator/confirm': async (world) => {
    const { secret, session } = await setUpAuthenticator(world);
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
    payload: { email: `${unique()}@example.com`, password: PASSWORD },
  }),
  'DELETE /api/admins/invitations/:id': async (world) => ({
    url: `/api/admins/invitations/${await invitation(world)}`,
  }),
  'POST /api/admins/:id/disable': async (world) => ({
    url: `/api/admins/${(await otherAdmin(world)).adminId}/disable`,
    payload: { password: PASSWORD },
  }),
  'POST /api/admins/:id/enable': async (world) => {
    const { adminId } = await otherAdmin(world);
    await post(world, `/api/admins/${adminId}/disable`, { password: PASSWORD });
    return { url: `/api/admins/${adminId}/enable`, payload: { password: PASSWORD } };
  },
  'POST /api/proposals/:id/confirm': async (world) => ({ url: `/api/proposals/${await proposal(world)}/confirm` }),
  'POST /api/proposals/:id/decline': async (world) => ({
    url: `/api/proposals/${await proposal(world)}/decline`,
    payload: { reason: 'Not now' },
  }),
  'POST /api/proposals/:id/withdraw': async (world) => ({
    url: `/api/proposals/${await proposal(world, world.admin)}/withdraw`,
  }),
  'POST /api/admins/:id/role': async (world) => ({
    url: `/api/admins/${(await otherAdmin(world)).adminId}/role`,
    payload: { role: 'support', password: PASSWORD },
  }),
  'POST /api/admins/:id/reset-authenticator': async (world) => {
    const { session } = await enrolled(world);
    return { url: `/api/admins/${session.adminId}/reset-authenticator`, payload: { password: PASSWORD } };
  },
  // Must be last: a comparison continues after its answer.
  'POST /api/payouts/reconciliation/run': async () => ({ url: '/api/payouts/reconciliation/run' }),
};
