import { ApiError } from '@muneem/contract/http';
import { confirmProposal, listProposals } from '@muneem/contract/proposals';
import { listUsers } from '@muneem/contract/users';
import { verifyWithdrawal } from '@muneem/contract/withdrawals';
import { makePerson, numberOfPerson } from '../crowd/index.ts';
import type { Mailbox } from '../mailbox/index.ts';
import { addAdmin, changeSettings, signInAdmin, type AdminSession, type PlatformClient } from '../product/index.ts';
import { idIn } from './carry-out-act.ts';

export const SECOND_OWNER = { email: 'meera@muneem.example', name: 'Meera Iyer', role: 'owner' } as const;
const PAYMENTS = 2;

interface Team {
  readonly admin: AdminSession;
  readonly owner: { readonly email: string; readonly password: string };
  readonly productUrl: string;
  readonly mailbox: Mailbox;
}

/** Invites a second owner with the first one's password. They may confirm the first one's proposals after a day. */
export const addSecondOwner = ({ admin, owner: { password }, productUrl, mailbox }: Team): Promise<void> =>
  addAdmin(admin, { url: productUrl, mailbox, ownPassword: password }, { ...SECOND_OWNER, password });

/**
 * Sets a limit for one person just below what the richest users have, so that ordinary withdrawals need no second person.
 * The second owner proposes acts above it, and the first owner confirms the first one. One coin is one rupee here.
 */
export async function proposeActs({
  admin,
  owner,
  productUrl,
  mailbox,
  platform,
}: Team & { readonly platform: PlatformClient }): Promise<void> {
  const { users } = await admin.call(listUsers, { query: { sort: 'coins', order: 'desc', limit: PAYMENTS } });
  const limit = Math.min(...users.map(({ coins }) => coins)) - 1;
  await changeSettings(admin, mailbox, owner.email, { secondPersonWithdrawal: limit });
  const { email } = SECOND_OWNER;
  const second = await signInAdmin({ url: productUrl, mailbox, email, password: owner.password });
  for (const { uid, coins } of users) {
    const { paymentMethod } = makePerson(numberOfPerson(uid));
    const { body } = await platform.requestWithdrawal({ uid, coins, paymentMethod });
    const id = idIn(body['withdrawal'], 'withdrawalId') ?? '';
    await untilProposed(second.call(verifyWithdrawal, { params: { id }, body: { userId: uid, approved: true } }));
  }
  const [confirmed] = (await admin.call(listProposals, { query: {} })).proposals;
  if (confirmed !== undefined) await admin.call(confirmProposal, { params: { id: confirmed.id } });
  await untilProposed(changeSettings(second, mailbox, email, { secondPersonWithdrawal: 2 * limit }));
}

const untilProposed = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'second_person') throw error;
  });
