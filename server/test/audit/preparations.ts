import type { PayoutProvider } from '@muneem/sandbox/payout-provider';
import type { Email } from 'postal-mime';
import { expect } from 'vitest';
import { hashToken, newToken } from '#platform/crypto/index.ts';
import { sql } from '#platform/database/index.ts';
import { openAdminSession, SESSION_PASSWORD, type TestSession } from '#test/admin-session.ts';
import { platformClient } from '#test/platform-api/platform-client.ts';
import { buildUser } from '#test/builders/users.ts';
import type { PostbackApp } from '#test/postbacks/postback-app.ts';
import { codeIn, type MailServer } from '../auth/mail-server.ts';
import { timeCode } from '../auth/time-code.ts';

export interface World {
  readonly app: PostbackApp;
  readonly mail: MailServer;
  readonly provider: PayoutProvider;
  readonly admin: TestSession;
  /** For changes of the admin's own account. */
  owner(): Promise<TestSession>;
}

export const PASSWORD = SESSION_PASSWORD;

/** A prepared call that succeeds. */
export interface Change {
  readonly url: string;
  readonly payload?: object;
  readonly session?: TestSession;
  /** For a caller without a session. */
  readonly caller?: { readonly headers: Record<string, string>; readonly actor: RegExp };
}

export type Prepare = (world: World) => Promise<Change>;

let made = 0;
export const unique = (): string => `change-${(made += 1)}`;

export const post = ({ app, admin }: World, url: string, payload?: object, session = admin) =>
  app.must('POST', url, payload, session);

/** Requested by a user with 100 coins. */
export const withdrawal = async ({ app }: World, by?: string): Promise<string> =>
  platformClient(app).withdraw(by ?? (await buildUser(app, { uid: unique(), coins: 100 })).uid, 100);

/** A withdrawal that waits for a second person. */
export async function proposal(world: World, by?: TestSession): Promise<string> {
  const { database } = world.app;
  const id = await withdrawal(world);
  await database.execute(sql`update settings set second_person_withdrawal_rupees = 1`);
  await world.app.call('POST', `/api/withdrawals/${id}/verify`, { approved: true }, by ?? (await otherAdmin(world)));
  await database.execute(sql`update settings set second_person_withdrawal_rupees = null`);
  return database.getValue(sql`select id from proposals where record_id = ${id}`);
}

/** Approved; the provider refused it, or its outcome is unknown. */
export async function unpaid(world: World, fault: 'refuse' | 'cut_before'): Promise<string> {
  const id = await withdrawal(world);
  world.provider.faults.set([{ fault, times: 1 }]);
  await post(world, `/api/withdrawals/${id}/verify`, { approved: true });
  // The provider may be asked again only after 90 s.
  world.app.clock.advance(91_000);
  return id;
}

export async function problem(world: World): Promise<{ uid: string; id: string }> {
  const { uid } = await buildUser(world.app, { uid: unique() });
  return { uid, id: (await post(world, `/api/users/${uid}/problems`, PROBLEM)).problem.id };
}

export async function customPostback(world: World): Promise<string> {
  const offerId = await world.app.createOffer();
  return (await post(world, `/api/offers/${offerId}/custom-postbacks`, CUSTOM_POSTBACK)).postback._id;
}

export async function settingsToken(world: World, session: TestSession, change: object): Promise<string> {
  await post(world, '/api/settings/send-otp', change, session);
  const otp = codeIn(await mailTo(world, session.email));
  return (await post(world, '/api/settings/verify-otp', { otp }, session)).verificationToken;
}

/** Waits for the newest mail to one address. Other addresses receive mails in the meantime. */
export async function mailTo({ mail }: World, email: string): Promise<Email> {
  const find = () => mail.mails.findLast(({ to }) => to?.[0]?.address === email);
  await expect.poll(find).toBeDefined();
  return find() as Email;
}

/** With an authenticator app whose next code is unused. */
export async function enrolled(world: World): Promise<{ session: TestSession; code: () => string }> {
  const { secret, session } = await setUpAuthenticator(world);
  const { app } = world;
  await post(world, '/api/account/authenticator/confirm', { code: timeCode(secret, app.clock.now()) }, session);
  await world.mail.next();
  app.clock.advance(30_000);
  return { session, code: () => timeCode(secret, app.clock.now()) };
}

export async function setUpAuthenticator(world: World): Promise<{ session: TestSession; secret: string }> {
  const session = await world.owner();
  const { secret } = await post(world, '/api/account/authenticator', { password: PASSWORD }, session);
  return { session, secret };
}

export async function invitation({ app, admin }: World, token = newToken()): Promise<string> {
  const id = `inv_${unique()}`;
  await app.database.execute(sql`
    insert into admin_invitations (id, token_hash, email, role, invited_by, created_at, expires_at)
    values (${id}, ${hashToken(token)}, ${`${unique()}@example.com`}, 'support', ${admin.adminId}, ${app.clock.now()}, ${new Date(app.clock.now().getTime() + 60_000)})`);
  return id;
}

export const otherAdmin = ({ app }: World): Promise<TestSession> => openAdminSession(app, `${unique()}@example.com`);

export const PROBLEM = { title: 'No coins', description: 'I played a round.', type: 'payment' };
export const CUSTOM_POSTBACK = {
  companyName: 'Tracker',
  companyId: 'tracker-1',
  eventName: 'install',
  postbackUrl: 'http://127.0.0.1:9/c?id={click_id}',
};
