import * as routes from '@muneem/contract/admins';
import { acceptInvitation as acceptRoute } from '@muneem/contract/account';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { signedIn } from '#features/auth/index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { disableAdmin, enableAdmin } from './disable-admin.ts';
import { withdrawOpenInvitation } from './invitations.repository.ts';
import { inviteAdmin } from './invite-admin.ts';
import { listAdmins } from './list-admins.ts';
import { resetAuthenticator } from './reset-authenticator.ts';

export function registerAdminRoutes(http: HttpServer, dependencies: AdminsDependencies): void {
  registerRoute(http, routes.listAdmins, async ({ actor }) => ({
    ...(await listAdmins(dependencies, actor.id)),
  }));

  registerRoute(http, routes.inviteAdmin, async ({ admin, body, actor }) => {
    await inviteAdmin(dependencies, signedIn(admin), body, actor);
    return { message: `Invitation sent to ${body.email}` };
  });

  registerRoute(http, routes.withdrawInvitation, async ({ params, actor }) => {
    await withdrawInvitation(dependencies, params.id, actor);
    return { message: 'The invitation was withdrawn.' };
  });

  registerRoute(http, routes.disableAdmin, async ({ admin, params, body, actor }) => {
    await disableAdmin(dependencies, signedIn(admin), { ...params, ...body }, actor);
    return { message: 'The administrator was disabled and signed out everywhere.' };
  });

  registerRoute(http, routes.enableAdmin, async ({ admin, params, body, actor }) => {
    await enableAdmin(dependencies, signedIn(admin), { ...params, ...body }, actor);
    return { message: 'The administrator can sign in again.' };
  });

  registerRoute(http, routes.resetAuthenticator, async ({ admin, params, body, actor }) => {
    await resetAuthenticator(dependencies, signedIn(admin), { ...params, ...body }, actor);
    return { message: 'Their sign-in codes come by mail again.' };
  });

  registerRoute(http, acceptRoute, async ({ body, actor }) => {
    await acceptInvitation(dependencies, body, actor);
    return { message: 'Welcome. Please sign in with your new password.' };
  });
}

async function withdrawInvitation({ database, clock }: AdminsDependencies, id: string, actor: Actor): Promise<void> {
  await transaction(database, async (tx) => {
    const email = await withdrawOpenInvitation(tx, id, clock.now());
    if (email === null) {
      throw new AppError('not_found', 'This invitation was already used or withdrawn.');
    }
    await writeAudit(tx, actor, 'admins.withdraw-invitation', ['invitation', id], { before: { email } });
  });
}
