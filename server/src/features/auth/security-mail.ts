import type { Tx } from '#platform/database/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { ownerMail, type AboutOwner, type MailDependencies } from './auth-mails.ts';

const SECURITY_MAIL_JOB = 'auth-security-mail';

interface SecurityMail {
  readonly to: string;
  readonly about: AboutOwner;
}

/** Mails an admin about a change of their access, in the change's transaction: no change without its mail. */
export const mailOwner = (tx: Tx, { jobs }: Pick<AuthDependencies, 'jobs'>, mail: SecurityMail): Promise<void> =>
  jobs.enqueue(tx, SECURITY_MAIL_JOB, mail);

export const securityMailJob = (
  dependencies: MailDependencies & Pick<AuthDependencies, 'mailer'>,
): JobDefinition<SecurityMail> => ({
  name: SECURITY_MAIL_JOB,
  // About half a day of retries with exponential backoff.
  retryLimit: 10,
  retryDelayS: 30,
  handle: ({ to, about }) => dependencies.mailer.send(ownerMail(dependencies, to, about)),
});
