import { OTP_RESEND_AFTER_MS } from '@muneem/contract/auth';
import { takeAttempt } from '#platform/attempt-window/index.ts';
import { findAdminByEmail } from './admins.repository.ts';
import { askedTooOften, homeNetwork, resendLimit } from './attempt-limits.ts';
import type { AuthDeps, Origin } from './auth-deps.ts';
import { codeMail } from './auth-mails.ts';
import { renewCode } from './challenges.repository.ts';
import { newOneTimeCode } from './one-time-code.ts';
import { steadyAnswer } from './steady-answer.ts';

const MAX_RESENDS = 5;

/**
 * Mails a new code to somebody whose password was right a moment ago, in the same network; the code before it ends. For
 * everybody else nothing is sent, and the answer and its time are the same: a stranger cannot end a code by asking.
 * @throws AppError `rate_limited` within a minute of the last code, `mail_unavailable`
 */
export function resendCode(deps: AuthDeps, email: string, { actor, ip }: Origin): Promise<void> {
  return steadyAnswer(async () => {
    const { mailer, strangers } = deps;
    // Asked before the way parts: the answer must not tell whether a mail is sent, but it must tell when none could be.
    await mailer.check();
    const { code, stored } = newOneTimeCode(deps);
    const outcome = await strangers.transaction(async (tx, write) => {
      const waitS = await takeAttempt(tx, resendLimit(deps, email, ip, OTP_RESEND_AFTER_MS));
      if (waitS !== null) return { waitS };
      const sent = await renewCode(tx, email, homeNetwork(ip), stored, MAX_RESENDS);
      const owner = await findAdminByEmail(tx, email);
      await write(owner?.id, {
        actor: { ...actor, name: email },
        action: 'auth.code_requested',
        entityType: 'sign_in',
        entityId: email,
        after: { sent },
      });
      return { sent };
    });
    if (outcome.waitS !== undefined) throw askedTooOften(outcome.waitS);
    if (outcome.sent) mailer.sendLater(codeMail(deps, email, code));
  });
}
