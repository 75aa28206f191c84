import * as routes from '@muneem/contract/auth';
import type { AnyRoute } from '@muneem/contract/http';
import { registerRoute, type HttpServer, type RequestContext } from '#platform/http/index.ts';
import { createConcurrencyLimit } from '#platform/concurrency-limit/index.ts';
import { registerAccountRoutes } from './account.routes.ts';
import type { AuthDependencies, Origin } from './auth-dependencies.ts';
import { createOidcCookie } from './oidc-cookie.ts';
import { registerOidcRoutes } from './oidc.routes.ts';
import { hasAdmin } from './admins.repository.ts';
import { createBoundedAudit } from './bounded-audit.ts';
import { SIGN_INS_BUSY } from './password-hasher.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendCode } from './resend-code.ts';
import { resetPassword } from './reset-password.ts';
import { signOut } from './own-sessions.ts';
import { startSignIn } from './start-sign-in.ts';
import { steadyAnswer } from './steady-answer.ts';
import { verifyCode } from './verify-code.ts';

const RESET_SENT_TEXT = 'If this email belongs to an administrator, a password reset link is on its way.';

/** About 15 s of work on one core. Sign-ins beyond that are refused at once. */
const SIGN_INS = { concurrency: 6, maxWaiting: 1_000, ...SIGN_INS_BUSY };

export function registerAuthRoutes(http: HttpServer, given: Omit<AuthDependencies, 'signIns' | 'publicAudit'>): void {
  const dependencies: AuthDependencies = {
    ...given,
    signIns: createConcurrencyLimit(SIGN_INS),
    publicAudit: createBoundedAudit(given),
  };

  registerAccountRoutes(http, dependencies);

  const { identityProvider } = dependencies;
  if (identityProvider !== undefined) {
    const oidc = { ...dependencies, identityProvider, oidcCookie: createOidcCookie(dependencies) };
    registerOidcRoutes(http, oidc, originOf);
  }

  registerRoute(http, routes.login, async (context) => {
    const { method, isNew } = await steadyAnswer(() => startSignIn(dependencies, context.body, originOf(context)));
    if (method === 'email' && isNew) return { message: routes.OTP_SENT_TEXT };
    // The text of the specification. `method` tells our client that no code was mailed.
    const message = method === 'email' ? routes.OTP_SENT_TEXT : routes.AUTHENTICATOR_ASKED_TEXT;
    return { message, method };
  });

  // An installation that has had an admin always has one.
  let isNew = true;
  registerRoute(http, routes.getFirstRun, async () => {
    if (isNew) isNew = !(await hasAdmin(dependencies.database));
    if (identityProvider === undefined) return { needsAdmin: isNew };
    return { needsAdmin: isNew, provider: { name: identityProvider.name, only: identityProvider.only } };
  });

  registerRoute(http, routes.verifyOtp, async (context) => {
    const { token, admin, expiresAt } = await verifyCode(dependencies, context.body, originOf(context));
    return { token, admin, expiresAt: expiresAt.toISOString() };
  });

  registerRoute(http, routes.resendOtp, async (context) => {
    await resendCode(dependencies, context.body.email, originOf(context));
    return { message: routes.OTP_SENT_TEXT };
  });

  registerRoute(http, routes.forgotPassword, async (context) => {
    await requestPasswordReset(dependencies, context.body.email, originOf(context));
    return { message: RESET_SENT_TEXT };
  });

  registerRoute(http, routes.resetPassword, async (context) => {
    await resetPassword(dependencies, context.body, originOf(context));
    return { message: 'Your password was changed. Please sign in with the new one.' };
  });

  registerRoute(http, routes.verifySession, async (context) => {
    const { adminId, email, name, role, expiresAt } = context.admin;
    return { admin: { id: adminId, email, name, role }, expiresAt: expiresAt.toISOString() };
  });

  registerRoute(http, routes.logout, async (context) => {
    await signOut(dependencies, context.admin, context.actor);
    return { message: 'You are signed out.' };
  });
}

const MAX_USER_AGENT_LENGTH = 300;

const originOf = ({ actor, ip, request }: RequestContext<AnyRoute>): Origin => ({
  actor,
  ip,
  userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH),
});
