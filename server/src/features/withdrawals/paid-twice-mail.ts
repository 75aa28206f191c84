import { rights } from '@muneem/contract/rights';
import { rupeesFromPaise } from '@muneem/contract/money';
import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { noticeJob, type NoticeSender } from '#platform/mailer/index.ts';
import { mailAdmins } from '#features/auth/index.ts';
import type { PaidTwice } from '#features/payouts/index.ts';

const PAID_TWICE_MAIL_JOB = 'paid-twice-mail';

interface PaidTwiceMail {
  readonly to: string;
  readonly withdrawalId: string;
  readonly referenceId: string;
  readonly rupees: number;
}

/** Audits a double payment and mails each admin who may settle payouts, in the transaction that records it. */
export const createPaidTwiceMail =
  (jobs: Pick<Jobs, 'enqueue'>) =>
  async (tx: Tx, { payableId: withdrawalId, referenceId, amountPaise: amount }: PaidTwice): Promise<void> => {
    await writeAudit(tx, SYSTEM_ACTORS.payoutProvider, 'withdrawals.paid-twice', ['withdrawal', withdrawalId], {
      after: { referenceId, amountPaise: amount },
    });
    await mailAdmins(tx, jobs, rights.settlePayouts, {
      job: PAID_TWICE_MAIL_JOB,
      data: { withdrawalId, referenceId, rupees: rupeesFromPaise(amount) },
    });
  };

export const paidTwiceMailJob = (sender: NoticeSender) =>
  noticeJob<PaidTwiceMail>(PAID_TWICE_MAIL_JOB, sender, ({ withdrawalId, referenceId, rupees }) => ({
    subject: 'a withdrawal was paid twice',
    heading: 'A withdrawal was paid twice',
    paragraphs: [
      `The payout provider reports that payment ${referenceId} of ₹${rupees} went through. But withdrawal ${withdrawalId} was also paid by another transfer, or its coins were returned.`,
      'Ask the provider to recall one transfer, or talk to the user.',
    ],
    link: { label: 'Open payments', path: '/payouts' },
    notes: ['The difference stays open under Payments until a person resolves it.'],
  }));
