import * as z from '#schema';
import { routesOf, success, messageAnswer } from '../http/index.ts';
import { adminView, emailField, newPasswordField, PASSWORD_MAX_LENGTH, secondFactorField } from './auth.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('auth');

/**
 * Step 1: mails a one-time code if the password is right. A wrong password and an unknown address get the same answer.
 */
export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  auth: 'public',
  summary: 'Step 1 of signing in: checks the password and mails a one-time code',
  body: z.object({
    email: emailField,
    password: z
      .string('Please enter your password.')
      .check(
        z.minLength(1, 'Please enter your password.'),
        z.maxLength(PASSWORD_MAX_LENGTH, 'This password is too long.'),
      ),
  }),
  /**
   * `method` is set only if no code was mailed. The code then comes from an authenticator app, or the last mailed code
   * is still valid.
   */
  answer: z.extend(messageAnswer, { method: z.optional(z.enum(['email', 'authenticator'])) }),
  limit: { max: 60, windowS: 60 },
});

/** Step 2: the code opens one session. It lasts 15 days with `remember`, else 12 hours. Each verify extends it. */
export const verifyOtp = defineRoute({
  method: 'POST',
  path: '/api/auth/verify-otp',
  auth: 'public',
  summary: 'Step 2 of signing in: exchanges the one-time code for a session',
  body: z.object({ email: emailField, otp: secondFactorField, remember: z._default(z.boolean(), false) }),
  answer: success({ token: z.string(), admin: adminView, expiresAt: z.iso.datetime() }),
  limit: { max: 60, windowS: 60 },
});

/**
 * Mails a new code for a sign-in with the right password. The previous code expires. Every address gets the same
 * answer.
 */
export const resendOtp = defineRoute({
  method: 'POST',
  path: '/api/auth/resend-otp',
  auth: 'public',
  summary: 'Mails a new one-time code, at most once a minute',
  body: z.object({ email: emailField }),
  answer: messageAnswer,
  limit: { max: 30, windowS: 60 },
});

/** Mails a reset link if the address belongs to an admin. Every address gets the same answer. */
export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/forgot-password',
  auth: 'public',
  summary: 'Mails a link to choose a new password',
  body: z.object({ email: emailField }),
  answer: messageAnswer,
  limit: { max: 30, windowS: 60 },
});

/** For the sign-in page: of a new installation, or with the company's identity provider. */
export const getFirstRun = defineRoute({
  method: 'GET',
  path: '/api/auth/first-run',
  auth: 'public',
  summary: 'Whether there is no administrator yet',
  answer: success({
    needsAdmin: z.boolean(),
    /** Set if an identity provider signs in. `only`: the password is for one owner. */
    provider: z.optional(z.object({ name: z.string(), only: z.boolean() })),
  }),
  limit: { max: 60, windowS: 60 },
});

/** Sets a new password with the token of a reset link, once. Ends all sessions of that admin. */
export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/reset-password',
  auth: 'public',
  summary: 'Sets a new password with the token of a reset link',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), newPassword: newPasswordField }),
  answer: messageAnswer,
  limit: { max: 30, windowS: 60 },
});

/** Returns the admin of the session, and extends the session. */
export const verifySession = defineRoute({
  method: 'GET',
  path: '/api/auth/verify',
  right: rights.useAccount,
  summary: 'The administrator of the session; extends the session',
  answer: success({ admin: adminView, expiresAt: z.iso.datetime() }),
});

/** Ends the session on the server. */
export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  right: rights.useAccount,
  summary: 'Ends the session',
  answer: messageAnswer,
});
