import { listAdmins } from '@muneem/contract/admins';
import type { Role } from '@muneem/contract/rights';
import type { Mailbox } from '../mailbox/index.ts';
import { addAdmin, type AdminSession } from '../product/index.ts';

/** The people of the identity provider who work with the product. */
const TEAM: Readonly<Record<string, Role>> = {
  'farah@muneem.example': 'finance',
  'omar@muneem.example': 'offers',
  'sunil@muneem.example': 'support',
  'anita@muneem.example': 'auditor',
};

/** Their groups decide the roles. */
export const TEAM_ROLES =
  'muneem-owners:owner,muneem-finance:finance,muneem-offers:offers,muneem-support:support,muneem-audit:auditor';

/** Invites the team of the identity provider, once: a sign-in there creates no administrator. */
export async function prepareTeam(
  admin: AdminSession,
  { productUrl, mailbox, password }: { productUrl: string; mailbox: Mailbox; password: string },
): Promise<void> {
  const { admins } = await admin.call(listAdmins, {});
  const known = new Set(admins.map(({ email }) => email));
  for (const [email, role] of Object.entries(TEAM).filter(([email]) => !known.has(email)))
    await addAdmin(admin, { url: productUrl, mailbox, ownPassword: password }, { email, role, password });
}
