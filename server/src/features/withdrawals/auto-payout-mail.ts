import type { Queryable, Tx } from '#platform/database/index.ts';
import type { JobDefinition, Jobs } from '#platform/jobs/index.ts';
import { renderMail, type Mailer } from '#platform/mailer/index.ts';
import type { Pause } from './auto-payout.repository.ts';

export interface MailedAdmins {
  readonly jobs: Jobs;
  /** Addresses of the admins who may sign in. */
  readonly adminEmails: (q: Queryable) => Promise<readonly string[]>;
}

export interface MailSender {
  readonly mailer: Mailer;
  readonly systemName: () => string;
  readonly publicUrl: string;
}

/** Mails every admin that auto payout has paused. Runs in the pause's transaction, so each mail is sent once. */
export type NotifyPause = (tx: Tx, pause: Pause) => Promise<void>;

const PAUSE_MAIL_JOB = 'auto-payout-paused-mail';

interface PauseMail {
  readonly to: string;
  readonly message: string;
  /** Says when auto payout resumes. Jobs of older versions lack it. */
  readonly note?: string;
}

const RESUMES = 'It resumes when the cause is gone. You can resume it earlier on the Withdrawals screen.';
const noteOf = ({ reason, retryAt }: Pause): string => {
  if (reason === 'daily_limit') return 'It resumes at 00:00 (Asia/Kolkata).';
  return retryAt === null
    ? RESUMES
    : 'It retries after 15 minutes. You can resume it earlier on the Withdrawals screen.';
};

export const createPauseMail =
  ({ jobs, adminEmails }: MailedAdmins): NotifyPause =>
  async (tx, pause) => {
    for (const to of await adminEmails(tx)) {
      const mail: PauseMail = { to, message: pause.message, note: noteOf(pause) };
      await jobs.enqueue(tx, PAUSE_MAIL_JOB, mail);
    }
  };

export const pauseMailJob = (sender: MailSender): JobDefinition<PauseMail> => ({
  name: PAUSE_MAIL_JOB,
  handle: (mail) => send(sender, mail),
});

async function send(
  { mailer, publicUrl, ...sender }: MailSender,
  { to, message, note = RESUMES }: PauseMail,
): Promise<void> {
  const systemName = sender.systemName();
  await mailer.send(
    renderMail({
      to,
      systemName,
      subject: `${systemName}: auto payout has paused`,
      heading: 'Auto payout has paused',
      paragraphs: [message, 'New withdrawals wait until auto payout resumes or an admin approves them.'],
      link: { label: 'Open withdrawals', url: `${publicUrl}/verify-withdrawals`, asButton: true },
      notes: [note],
    }),
  );
}
