import type { Administrator, Invitation } from '@muneem/contract/admins';
import { listAdministrators } from './administrators.repository.ts';
import { isoDates } from '#platform/http/index.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { listOpenInvitations } from './invitations.repository.ts';

export async function listAdmins(
  { database, clock }: AdminsDependencies,
  askedBy: string,
): Promise<{ admins: Administrator[]; invitations: Invitation[] }> {
  const now = clock.now();
  const [admins, invitations] = await Promise.all([listAdministrators(database, now), listOpenInvitations(database)]);
  return {
    admins: admins.map((admin) => ({
      ...isoDates(admin),
      status: admin.disabledAt === null ? 'active' : 'disabled',
      isYou: admin.id === askedBy,
    })),
    invitations: invitations.map((invitation) => ({ ...isoDates(invitation), expired: invitation.expiresAt <= now })),
  };
}
