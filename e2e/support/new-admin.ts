import type { Role } from '@muneem/contract/rights';
import { addAdmin, signInAdmin, type AdminSession } from '@muneem/sandbox/product';
import { ADMIN, type TestWorld } from './world.ts';

/** Invites an administrator, accepts the invitation and opens a session. Limits of attempts count for each administrator. */
export async function newAdmin(
  world: TestWorld,
  { email, password = ADMIN.password, role = 'owner' }: { email: string; password?: string; role?: Role },
): Promise<AdminSession> {
  const { mailbox } = world;
  const { url } = world.product;
  await addAdmin(world, { url, mailbox, ownPassword: ADMIN.password }, { email, role, password });
  return signInAdmin({ url, mailbox, email, password });
}

/** Opens a session of an administrator with the usual password. */
export const signInOf = ({ product: { url }, mailbox }: TestWorld, email: string): Promise<AdminSession> =>
  signInAdmin({ url, mailbox, email, password: ADMIN.password });
