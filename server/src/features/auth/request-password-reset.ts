import { RESET_LINK_LIFE_MS } from '@muneem/contract/auth';
import { takeAttempt } from '#platform/rate-limit/index.ts';
import { hashToken, newToken } from '#platform/crypto/index.ts';
import { findAdminByEmail } from './admins.repository.ts';
import { askedTooOften, resetLimit, resetMailLimit } from './attempt-limits.ts';
import type { AuthDependencies, Origin } from './auth-dependencies.ts';
import { resetMail } from './auth-mails.ts';
import { insertReset } from './resets.repository.ts';
import { steadyAnswer } from './steady-answer.ts';

/**
 * Mails a reset link if the address is an admin's. Answer and timing are the same for every address.
 * Sends at most five mails in 15 minutes. Earlier links stay valid, so a flood locks no admin out.
 * @throws AppError `rate_limited` after three in 15 minutes per address and network, `mail_unavailable`
 */
export function requestPasswordReset(
  dependencies: AuthDependencies,
  email: string,
  { actor, ip }: Origin,
): Promise<void> {
  return steadyAnswer(async () => {
    const { mailer, clock, publicAudit } = dependencies;
    await mailer.check();
    const token = newToken();
    const outcome = await publicAudit.transaction(async (tx, write) => {
      const waitS = await takeAttempt(tx, resetLimit(dependencies, email, ip));
      if (waitS !== null) return { waitS };
      const mayMail = (await takeAttempt(tx, resetMailLimit(dependencies, email))) === null;
      const admin = await findAdminByEmail(tx, email);
      const sent = mayMail && admin !== null;
      if (sent) {
        const now = clock.now();
        await insertReset(tx, {
          tokenHash: hashToken(token),
          adminId: admin.id,
          now,
          expiresAt: new Date(now.getTime() + RESET_LINK_LIFE_MS),
        });
      }
      await write(admin?.id, { actor, email }, 'auth.reset_requested', { sent });
      return { sent };
    });
    if (outcome.waitS !== undefined) throw askedTooOften(outcome.waitS);
    if (outcome.sent) mailer.sendLater(resetMail(dependencies, email, token));
  });
}
