import * as routes from '@muneem/contract/account';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  getAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from './authenticator.ts';
import { changePassword } from './change-password.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';

export function registerAccountRoutes(http: HttpServer, dependencies: AuthDependencies): void {
  registerRoute(http, routes.listSessions, async ({ admin }) => ({
    sessions: await listOwnSessions(dependencies, admin),
  }));

  registerRoute(http, routes.endSession, async ({ admin, params, actor }) => {
    await endOwnSession(dependencies, admin, params.id, actor);
    return { message: 'The session was ended.' };
  });

  registerRoute(http, routes.endOtherSessions, async ({ admin, actor }) => {
    const ended = await endOtherSessions(dependencies, admin, actor);
    return { message: 'All other sessions were ended.', ended };
  });

  registerRoute(http, routes.changePassword, async ({ admin, body, actor }) => {
    await changePassword(dependencies, admin, body, actor);
    return { message: 'Your password was changed. All other sessions were ended.' };
  });

  registerRoute(http, routes.getAuthenticator, async ({ admin }) => ({
    authenticator: await getAuthenticator(dependencies, admin.adminId),
  }));

  registerRoute(http, routes.beginAuthenticator, async ({ admin, body, actor }) =>
    beginAuthenticator(dependencies, admin, body.password, actor),
  );

  registerRoute(http, routes.confirmAuthenticator, async ({ admin, body, actor }) => ({
    recoveryCodes: await confirmAuthenticator(dependencies, admin, body.code, actor),
  }));

  registerRoute(http, routes.renewRecoveryCodes, async ({ admin, body, actor }) => ({
    recoveryCodes: await renewRecoveryCodes(dependencies, admin, body.code, actor),
  }));

  registerRoute(http, routes.removeAuthenticator, async ({ admin, body, actor }) => {
    await removeAuthenticator(dependencies, admin, body.code, actor);
    return { message: 'Sign-in codes come by mail again.' };
  });
}
