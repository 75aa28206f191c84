import * as z from '#schema';
import { defineRoute } from '../http/index.ts';
import { forgotPassword, login, resendOtp } from './auth.api.ts';

/*
 * The sign-in calls as a screen reads them. Document 000 §7 names only the message, so `success` may be missing.
 * `success: false` is a refusal, whatever the status.
 */

const success = z._default(z.literal(true), true);
const messageAnswer = z.object({ success, message: z.string() });

export const readLogin = defineRoute({
  ...login,
  answer: z.extend(messageAnswer, { method: login.answer.shape.method }),
});

export const readResendOtp = defineRoute({ ...resendOtp, answer: messageAnswer });

export const readForgotPassword = defineRoute({ ...forgotPassword, answer: messageAnswer });
