import { acceptInvitation } from '@muneem/contract/account';
import { inviteAdmin } from '@muneem/contract/admins';
import type { Role } from '@muneem/contract/rights';
import { callRoute } from '@muneem/contract/http';
import { signInAdmin, type AdminSession } from '@muneem/sandbox/product';
import { ADMIN, type TestWorld } from './world.ts';

/** Invites an administrator, accepts the invitation and opens a session. Limits of attempts count for each administrator. */
export async function newAdmin(
  world: TestWorld,
  { email, password = ADMIN.password, role = 'owner' }: { email: string; password?: string; role?: Role },
): Promise<AdminSession> {
  const { product, mailbox } = world;
  const admin = await world.signIn();
  const since = new Date();
  await admin.call(inviteAdmin, { body: { email, role, password: ADMIN.password } });
  const { text } = await mailbox.waitForMail(email, { since });
  const token = /accept-invitation\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  // No two administrators may have one name. Without a name it is the address.
  const body = { token, name: '', password };
  await callRoute({ baseUrl: product.url, fetch, token: () => undefined }, acceptInvitation, { body });
  return signInAdmin({ url: product.url, mailbox, email, password });
}
