import { rupeesFromPaise } from '@muneem/contract/money';
import { writeAudit } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import { renderMail } from '#platform/mailer/index.ts';
import type { PayoutAttempt } from '#features/payouts/index.ts';
import type { MailedAdmins, MailSender } from './auto-payout-mail.ts';
import { PROVIDER } from './settle-withdrawal.ts';

const PAID_TWICE_MAIL_JOB = 'paid-twice-mail';

interface PaidTwiceMail {
  readonly to: string;
  readonly withdrawalId: string;
  readonly referenceId: string;
  readonly rupees: number;
}

/** Audits a double payment and mails every admin, in the transaction that records it. */
export const createPaidTwiceMail =
  ({ jobs, adminEmails }: MailedAdmins) =>
  async (tx: Tx, { payableId: withdrawalId, referenceId, amountPaise: amount }: PayoutAttempt): Promise<void> => {
    await writeAudit(tx, {
      actor: PROVIDER,
      action: 'withdrawals.paid-twice',
      entityType: 'withdrawal',
      entityId: withdrawalId,
      after: { referenceId, amountPaise: amount },
    });
    for (const to of await adminEmails(tx)) {
      const mail: PaidTwiceMail = { to, withdrawalId, referenceId, rupees: rupeesFromPaise(amount) };
      await jobs.enqueue(tx, PAID_TWICE_MAIL_JOB, mail);
    }
  };

export const paidTwiceMailJob = ({ mailer, systemName, publicUrl }: MailSender): JobDefinition<PaidTwiceMail> => ({
  name: PAID_TWICE_MAIL_JOB,
  handle: ({ to, withdrawalId, referenceId, rupees }) =>
    mailer.send(
      renderMail({
        to,
        systemName: systemName(),
        subject: `${systemName()}: a withdrawal was paid twice`,
        heading: 'A withdrawal was paid twice',
        paragraphs: [
          `The payout provider first said that payment ${referenceId} of ₹${rupees} had failed. Now it says that the payment went through.`,
          `Meanwhile withdrawal ${withdrawalId} was paid again, or its coins were returned. Ask the provider to recall the payment, or talk to the user.`,
        ],
        link: { label: 'Open payments', url: `${publicUrl}/payouts`, asButton: true },
        notes: ['The difference stays open under Payments until a person resolves it.'],
      }),
    ),
});
