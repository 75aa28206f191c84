import type { Queryable, Tx } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { renderMail, type Mailer } from '#platform/mailer/index.ts';
import type { Pause } from './auto-payout.repository.ts';

export interface PauseMailDependencies {
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly systemName: () => string;
  readonly publicUrl: string;
  /** Of those who may sign in. */
  readonly adminEmails: (q: Queryable) => Promise<readonly string[]>;
}

/** Tells every administrator that auto payout has paused: in the transaction of the pause, so once for each. */
export type TellPause = (tx: Tx, pause: Pause) => Promise<void>;

const PAUSE_MAIL_JOB = 'auto-payout-paused-mail';

/** One mail to one administrator. */
interface PauseMail {
  readonly to: string;
  readonly message: string;
  /** It tries again by itself, whether or not the cause is gone. */
  readonly triesAgain: boolean;
}

export function createPauseMail(dependencies: PauseMailDependencies): TellPause {
  const { jobs, adminEmails } = dependencies;
  jobs.define<PauseMail>({ name: PAUSE_MAIL_JOB, handle: (mail) => send(dependencies, mail) });
  return async (tx, { message, retryAt }) => {
    for (const to of await adminEmails(tx)) {
      const mail: PauseMail = { to, message, triesAgain: retryAt !== null };
      await jobs.enqueue(tx, PAUSE_MAIL_JOB, mail);
    }
  };
}

async function send(
  { mailer, publicUrl, ...dependencies }: PauseMailDependencies,
  { to, message, triesAgain }: PauseMail,
): Promise<void> {
  const systemName = dependencies.systemName();
  await mailer.send(
    renderMail({
      to,
      systemName,
      subject: `${systemName}: auto payout has paused`,
      heading: 'Auto payout has paused',
      paragraphs: [message, 'New withdrawals wait. They are paid when auto payout goes on, or approved by a person.'],
      link: { label: 'Open withdrawals', url: `${publicUrl}/verify-withdrawals`, asButton: true },
      notes: [
        triesAgain
          ? 'It tries again by itself after 15 minutes. Resume it earlier with one click.'
          : 'It goes on by itself as soon as the cause is gone. Resume it earlier with one click.',
      ],
    }),
  );
}
