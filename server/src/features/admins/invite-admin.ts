import { INVITATION_LIFE_MS } from '@muneem/contract/account';
import { ROLE_NAMES, type Role } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor, type Change } from '#platform/audit-log/index.ts';
import { hashToken, newToken } from '#platform/crypto/index.ts';
import { transaction } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import { renderMail, type Mail } from '#platform/mailer/index.ts';
import { requireValidProof, provePassword } from '#features/auth/index.ts';
import { findAdminState } from './administrators.repository.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { replaceInvitation, withdrawOpenInvitation } from './invitations.repository.ts';
import { notifyAdmins } from './notify-admins.ts';

/**
 * Mails an invitation that works once within 48 hours, and replaces an earlier one. Asks for the password.
 * Mails all owners about it.
 * @throws AppError `conflict` if the address is taken or is being invited, `mail_unavailable` (ends the invitation),
 * `invalid_otp` for a wrong password, `rate_limited`
 */
export async function inviteAdmin(
  dependencies: AdminsDependencies,
  by: AdminPrincipal,
  { email, role, password }: { readonly email: string; readonly role: Role; readonly password: string },
  actor: Actor,
): Promise<void> {
  const { database, clock, jobs, mailer } = dependencies;
  const proof = await provePassword(dependencies, by, password, actor);
  const now = clock.now();
  const id = newId('inv', now);
  const token = newToken();
  const expiresAt = new Date(now.getTime() + INVITATION_LIFE_MS);
  await transaction(database, async (tx) => {
    await requireValidProof(tx, proof, now);
    const known = await findAdminState(tx, email);
    if (known) {
      throw new AppError(
        'conflict',
        known.disabled
          ? 'This email address belongs to a disabled administrator. Enable them instead.'
          : 'This email address already belongs to an administrator.',
      );
    }
    const earlier = await replaceInvitation(tx, {
      id,
      tokenHash: hashToken(token),
      email,
      role,
      invitedBy: by.adminId,
      now,
      expiresAt,
    });
    await writeAudit(tx, actor, ENDED, ['invitation', ...earlier], ended(email, 'the address was invited again'));
    await writeAudit(tx, actor, 'admins.invite', ['invitation', id], { after: { email, role, expiresAt } });
    await notifyAdmins(tx, jobs, { change: 'invited', whom: email, role, by, actor, at: now });
  });
  try {
    await mailer.send(invitationMail(dependencies, { to: email, by: by.name, role, token }));
  } catch (error) {
    await transaction(database, async (tx) => {
      if ((await withdrawOpenInvitation(tx, id, clock.now())) === null) return;
      await writeAudit(tx, actor, ENDED, ['invitation', id], ended(email, 'its mail could not be sent'));
      await notifyAdmins(tx, jobs, { change: 'invitation_failed', whom: email, by, actor, at: clock.now() });
    });
    throw error;
  }
}

const ENDED = 'admins.withdraw-invitation';
const ended = (email: string, reason: string): Change => ({ before: { email }, after: { reason } });

function invitationMail(
  { publicUrl, systemName }: AdminsDependencies,
  { to, by, role, token }: { to: string; by: string; role: Role; token: string },
): Mail {
  const name = systemName();
  return renderMail({
    to,
    systemName: name,
    subject: `You are invited to ${name}`,
    heading: 'Become an administrator',
    paragraphs: [
      `${by} invites you to administer ${name}${role === 'owner' ? '' : ` with the role ${ROLE_NAMES[role]}`}. Choose a password, then sign in with it.`,
    ],
    link: {
      label: 'Accept the invitation',
      url: `${publicUrl}/accept-invitation?token=${encodeURIComponent(token)}`,
      asButton: true,
    },
    notes: [
      `The link expires in ${INVITATION_LIFE_MS / 3_600_000} hours and works once.`,
      'If you do not expect this, you can ignore this mail.',
    ],
  });
}
