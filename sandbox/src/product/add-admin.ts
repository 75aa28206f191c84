import { acceptInvitation } from '@muneem/contract/account';
import { inviteAdmin } from '@muneem/contract/admins';
import { callRoute } from '@muneem/contract/http';
import type { Role } from '@muneem/contract/rights';
import type { Mailbox } from '../mailbox/index.ts';
import type { AdminCalls } from './sign-in-admin.ts';

export interface NewAdmin {
  readonly email: string;
  readonly role: Role;
  /** No two administrators have one name. Empty: the address. */
  readonly name?: string;
  readonly password: string;
}

/** Invites an administrator and accepts the mailed invitation for them. @param ownPassword of the one who invites */
export async function addAdmin(
  admin: AdminCalls,
  { url, mailbox, ownPassword }: { readonly url: string; readonly mailbox: Mailbox; readonly ownPassword: string },
  { email, role, name = '', password }: NewAdmin,
): Promise<void> {
  const since = new Date();
  await admin.call(inviteAdmin, { body: { email, role, password: ownPassword } });
  const fits = ({ text }: { text: string }): boolean => text.includes('accept-invitation');
  const { text } = await mailbox.waitForMail(email, { since, fits });
  const token = /accept-invitation\?token=([\w-]+)/.exec(text)?.[1] ?? '';
  const visitor = { baseUrl: url, fetch, token: () => undefined };
  await callRoute(visitor, acceptInvitation, { body: { token, name, password } });
}
