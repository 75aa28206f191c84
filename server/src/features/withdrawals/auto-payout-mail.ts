import { rights } from '@muneem/contract/rights';
import type { Tx } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { noticeJob, type NoticeSender } from '#platform/mailer/index.ts';
import { mailAdmins } from '#features/auth/index.ts';
import type { Pause } from './auto-payout.repository.ts';

/** Mails each admin who may switch auto payout that it has paused, in the pause's transaction: each mail is sent once. */
export type NotifyPause = (tx: Tx, pause: Pause) => Promise<void>;

const PAUSE_MAIL_JOB = 'auto-payout-paused-mail';

interface PauseMail {
  readonly to: string;
  readonly message: string;
  /** Says when auto payout resumes. */
  readonly note: string;
}

const noteOf = ({ reason, retryAt }: Pause): string => {
  if (reason === 'daily_limit') return 'It resumes at 00:00 (Asia/Kolkata).';
  return retryAt === null
    ? 'It resumes when the cause is gone. You can resume it earlier on the Withdrawals screen.'
    : 'It retries after 15 minutes. You can resume it earlier on the Withdrawals screen.';
};

export const createPauseMail =
  (jobs: Pick<Jobs, 'enqueue'>): NotifyPause =>
  (tx, pause) =>
    mailAdmins(tx, jobs, rights.switchAutoPayout, {
      job: PAUSE_MAIL_JOB,
      data: { message: pause.message, note: noteOf(pause) },
    });

export const pauseMailJob = (sender: NoticeSender) =>
  noticeJob<PauseMail>(PAUSE_MAIL_JOB, sender, ({ message, note }) => ({
    subject: 'auto payout has paused',
    heading: 'Auto payout has paused',
    paragraphs: [message, 'New withdrawals wait until auto payout resumes or an admin approves them.'],
    link: { label: 'Open withdrawals', path: '/verify-withdrawals' },
    notes: [note],
  }));
