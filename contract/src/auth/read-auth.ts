import * as z from 'zod/mini';
import { defineRoute } from '../http/index.ts';
import { forgotPassword, login, resendOtp } from './auth.api.ts';

/*
 * The calls of signing in as a screen reads them. Document 000 §7 reads the message and nothing else of them: `success` may be
 * left out, but an answer that says false is a refusal, whatever its status.
 */

const success = z._default(z.literal(true), true);
const told = z.object({ success, message: z.string() });

export const readLogin = defineRoute({ ...login, answer: z.extend(told, { method: login.answer.shape.method }) });

export const readResendOtp = defineRoute({ ...resendOtp, answer: told });

export const readForgotPassword = defineRoute({ ...forgotPassword, answer: told });
