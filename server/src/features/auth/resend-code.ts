import { OTP_RESEND_AFTER_MS } from '@muneem/contract/auth';
import { takeAttempt } from '#platform/rate-limit/index.ts';
import { findAdminByEmail } from './admins.repository.ts';
import { askedTooOften, homeNetwork, resendLimit } from './attempt-limits.ts';
import type { AuthDependencies, Origin } from './auth-dependencies.ts';
import { codeMail } from './auth-mails.ts';
import { renewCode } from './challenges.repository.ts';
import { newOneTimeCode } from './one-time-code.ts';
import { steadyAnswer } from './steady-answer.ts';

const MAX_RESENDS = 5;

/**
 * Mails a new code if the password was right shortly before, in the same network. The previous code ends.
 * Otherwise sends nothing, with the same answer and timing, so a stranger cannot end a code.
 * @throws AppError `rate_limited` within a minute of the last code, `mail_unavailable`
 */
export function resendCode(dependencies: AuthDependencies, email: string, { actor, ip }: Origin): Promise<void> {
  return steadyAnswer(async () => {
    const { mailer, publicAudit } = dependencies;
    // Checked first: the answer may reveal that mail is down, but not whether one is sent.
    await mailer.check();
    const { code, stored } = newOneTimeCode(dependencies);
    const outcome = await publicAudit.transaction(async (tx, write) => {
      const waitS = await takeAttempt(tx, resendLimit(dependencies, email, ip, OTP_RESEND_AFTER_MS));
      if (waitS !== null) return { waitS };
      const sent = await renewCode(tx, email, homeNetwork(ip), stored, MAX_RESENDS);
      const owner = await findAdminByEmail(tx, email);
      await write(owner?.id, { actor, email }, 'auth.code_requested', { sent });
      return { sent };
    });
    if (outcome.waitS !== undefined) throw askedTooOften(outcome.waitS);
    if (outcome.sent) mailer.sendLater(codeMail(dependencies, email, code));
  });
}
