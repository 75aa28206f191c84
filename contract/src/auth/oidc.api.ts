import * as z from '#schema';
import { routesOf, success } from '../http/index.ts';
import { adminView } from './auth.ts';

const defineRoute = routesOf('auth');

/**
 * Starts a sign-in by the company's identity provider. The client opens `url`. A cookie binds the sign-in to this browser.
 * `next` is the path to open afterwards.
 */
export const startOidc = defineRoute({
  method: 'POST',
  path: '/api/auth/oidc/start',
  auth: 'public',
  summary: "Starts a sign-in by the company's identity provider",
  body: z.object({
    remember: z._default(z.boolean(), false),
    next: z.optional(z.string().check(z.maxLength(1_000), z.regex(/^\/(?!\/)/, 'Must be a path of this app.'))),
  }),
  answer: success({ url: z.url() }),
  errors: ['unavailable', 'conflict'],
  limit: { max: 30, windowS: 60 },
});

/** The provider sends the browser back to this path. It redirects to the sign-in page with the outcome. */
export const finishOidc = defineRoute({
  method: 'GET',
  path: '/api/auth/oidc/callback',
  auth: 'public',
  summary: 'The return from the identity provider. Redirects to the sign-in page',
  query: z.looseObject({}),
  answer: z.unknown(),
  limit: { max: 30, windowS: 60 },
});

/** Exchanges the cookie of a finished sign-in for its session, once. */
export const openOidcSession = defineRoute({
  method: 'POST',
  path: '/api/auth/oidc/session',
  auth: 'public',
  summary: 'Opens the session of a sign-in that the identity provider has confirmed',
  answer: success({ token: z.string(), admin: adminView, expiresAt: z.iso.datetime(), remember: z.boolean() }),
  errors: ['gone'],
  limit: { max: 30, windowS: 60 },
});

/** OpenID Connect Back-Channel Logout 1.0: ends the sessions that the signed token names. */
export const oidcLogout = defineRoute({
  method: 'POST',
  path: '/webhooks/oidc-logout',
  auth: 'key',
  summary: 'Back-channel logout: the identity provider ends sessions that it has opened',
  body: z.looseObject({ logout_token: z.string().check(z.minLength(1), z.maxLength(16_384)) }),
  answer: success({}),
  limit: { max: 60, windowS: 60 },
});
