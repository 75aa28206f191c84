import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';
import { adminView, emailField, newPasswordField, PASSWORD_MAX_LENGTH, secondFactorField } from './auth.ts';

const told = z.object({ success: z.literal(true), message: z.string() });

/** Step 1: a right password has a one-time code mailed. A wrong one and an unknown address are answered alike. */
export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  auth: 'public',
  tag: 'auth',
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
  /** `method` only when no code was mailed: an authenticator app gives it, or the last e-mailed code is still valid. */
  answer: z.extend(told, { method: z.optional(z.enum(['email', 'authenticator'])) }),
  limit: { max: 60, windowS: 60 },
});

/** Step 2: the code opens one session. `remember`: 15 days, sliding with each verify; else 12 hours, sliding. */
export const verifyOtp = defineRoute({
  method: 'POST',
  path: '/api/auth/verify-otp',
  auth: 'public',
  tag: 'auth',
  summary: 'Step 2 of signing in: exchanges the one-time code for a session',
  body: z.object({ email: emailField, otp: secondFactorField, remember: z._default(z.boolean(), false) }),
  answer: z.object({ success: z.literal(true), token: z.string(), admin: adminView, expiresAt: z.iso.datetime() }),
  limit: { max: 60, windowS: 60 },
});

/** Mails a new code for a sign-in whose password was right; the code before it ends. The same answer for any address. */
export const resendOtp = defineRoute({
  method: 'POST',
  path: '/api/auth/resend-otp',
  auth: 'public',
  tag: 'auth',
  summary: 'Mails a new one-time code, at most once a minute',
  body: z.object({ email: emailField }),
  answer: told,
  limit: { max: 30, windowS: 60 },
});

/** Mails a reset link when the address is an administrator's. The same answer for any address. */
export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/forgot-password',
  auth: 'public',
  tag: 'auth',
  summary: 'Mails a link to choose a new password',
  body: z.object({ email: emailField }),
  answer: told,
  limit: { max: 30, windowS: 60 },
});

/** Sets a new password by the token of a reset link: once, and every session of that administrator ends. */
export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/reset-password',
  auth: 'public',
  tag: 'auth',
  summary: 'Sets a new password by the token of a reset link',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), newPassword: newPasswordField }),
  answer: told,
  limit: { max: 30, windowS: 60 },
});

/** `resetPassword` as a screen calls it: of a success nothing is read (document 000 §7), it may also come without a body. */
export const resetPasswordUnread = defineRoute({ ...resetPassword, answer: z.unknown() });

/** Whose session the token is; moves its end. */
export const verifySession = defineRoute({
  method: 'GET',
  path: '/api/auth/verify',
  auth: 'admin',
  tag: 'auth',
  summary: 'The administrator of the session; extends the session',
  answer: z.object({ success: z.literal(true), admin: adminView, expiresAt: z.iso.datetime() }),
});

/** Ends the session at the server. */
export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  auth: 'admin',
  tag: 'auth',
  summary: 'Ends the session',
  answer: told,
});
