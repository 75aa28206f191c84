import * as routes from '@muneem/contract/admins';
import { acceptInvitation as acceptRoute } from '@muneem/contract/account';
import { ROLE_NAMES } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { changeAdmin } from './change-admin.ts';
import { roleChange } from './change-role.ts';
import { DISABLE, ENABLE } from './disable-admin.ts';
import { withdrawOpenInvitation } from './invitations.repository.ts';
import { inviteAdmin } from './invite-admin.ts';
import { listAdmins } from './list-admins.ts';
import { RESET_AUTHENTICATOR } from './reset-authenticator.ts';

export function registerAdminRoutes(http: HttpServer, dependencies: AdminsDependencies): void {
  registerRoute(http, routes.listAdmins, ({ actor }) => listAdmins(dependencies, actor.id));

  registerRoute(http, routes.inviteAdmin, async ({ admin, body, actor }) => {
    await inviteAdmin(dependencies, admin, body, actor);
    return { message: `Invitation sent to ${body.email}` };
  });

  registerRoute(http, routes.withdrawInvitation, async ({ params, actor }) => {
    await withdrawInvitation(dependencies, params.id, actor);
    return { message: 'The invitation was withdrawn.' };
  });

  for (const [route, change, message] of [
    [routes.disableAdmin, DISABLE, 'The administrator was disabled and signed out everywhere.'],
    [routes.enableAdmin, ENABLE, 'The administrator can sign in again.'],
    [routes.resetAuthenticator, RESET_AUTHENTICATOR, 'Their sign-in codes come by mail again.'],
  ] as const)
    registerRoute(http, route, async ({ admin, params, body, actor }) => {
      await changeAdmin(dependencies, admin, { ...params, ...body }, actor, change);
      return { message };
    });

  registerRoute(http, routes.changeRole, async ({ admin, params, body: { role, password }, actor }) => {
    await changeAdmin(dependencies, admin, { ...params, password }, actor, roleChange(role));
    return { message: `The role is now ${ROLE_NAMES[role]}.` };
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
