import { INVALID_INVITATION_TEXT } from '@muneem/contract/account';
import { AppError } from '#platform/app-error/index.ts';
import { isSystemName, nameAsSeen, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { hashToken } from '#platform/crypto/index.ts';
import { transaction } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import { insertAdmin } from '#features/auth/index.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { listNames, lockAdmins } from './administrators.repository.ts';
import { consumeInvitation, isInvitationOpen } from './invitations.repository.ts';

const NAME_TAKEN_TEXT = 'This name belongs to the system or another administrator. Choose another name.';

/**
 * Makes the invited person an admin. Decisions show the admin's name, so no one else may have it.
 * @throws AppError `invalid_invitation` for an unknown, used or expired token, `conflict` for a taken name
 */
export async function acceptInvitation(
  { database, clock, passwords }: AdminsDependencies,
  { token, name, password }: { token: string; name: string; password: string },
  actor: Actor,
): Promise<void> {
  const tokenHash = hashToken(token);
  // Before the expensive hash, so that invalid tokens are cheap.
  if (!(await isInvitationOpen(database, tokenHash, clock.now()))) throw invalid();
  const passwordHash = await passwords.hash(password);
  await transaction(database, async (tx) => {
    const now = clock.now();
    // Two people must not take one name at the same time. The names are read after the wait.
    await lockAdmins(tx);
    const invitation = await consumeInvitation(tx, tokenHash, now);
    if (!invitation) throw invalid();
    const { email, role, invitedBy } = invitation;
    const shownName = nameAsSeen(name) === '' ? email : name;
    const taken = (await listNames(tx)).map(nameAsSeen);
    if (isSystemName(shownName) || taken.includes(nameAsSeen(shownName)))
      throw new AppError('conflict', NAME_TAKEN_TEXT, { fields: { name: NAME_TAKEN_TEXT } });
    const admin = { id: newId('adm', now), email, name: shownName, role, passwordHash };
    if (!(await insertAdmin(tx, admin, now))) throw invalid();
    await writeAudit(
      tx,
      { ...actor, kind: 'admin', id: admin.id, name: admin.name },
      'admins.accept-invitation',
      ['admin', admin.id],
      { after: { email, name: admin.name, role, invitedBy } },
    );
  });
}

const invalid = (): AppError => new AppError('invalid_invitation', INVALID_INVITATION_TEXT);
