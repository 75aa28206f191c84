import type { Administrator, Invitation } from '@muneem/contract/admins';
import { listAdministrators } from './administrators.repository.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { listOpenInvitations } from './invitations.repository.ts';

/** Lists all admins, including disabled ones, and open invitations. */
export async function listAdmins(
  { database, clock }: AdminsDependencies,
  askedBy: string,
): Promise<{ admins: Administrator[]; invitations: Invitation[] }> {
  const now = clock.now();
  const [admins, invitations] = await Promise.all([listAdministrators(database, now), listOpenInvitations(database)]);
  return {
    admins: admins.map(({ createdAt, disabledAt, lastSeenAt, ...admin }) => ({
      ...admin,
      status: disabledAt === null ? ('active' as const) : ('disabled' as const),
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      isYou: admin.id === askedBy,
    })),
    invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
      ...invitation,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      expired: expiresAt <= now,
    })),
  };
}
