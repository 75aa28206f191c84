import type { Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import type { JobDefinition, Jobs } from '#platform/jobs/index.ts';
import { listAdminEmails } from '#features/auth/index.ts';
import type { AdminsDeps } from './admins-deps.ts';
import { changeMail, type AdminsChange, type ChangeMail } from './change-mail.ts';

const CHANGE_MAIL_JOB = 'admins-change-mail';
/** A mail server that is away for some hours keeps nobody from being told. */
const RETRIES = { retryLimit: 10, retryDelayS: 30 };

/** Sends one of the mails, and retries until the mail server takes it. */
export const changeMailJob = (
  deps: Pick<AdminsDeps, 'mailer' | 'publicUrl' | 'systemName'>,
): JobDefinition<ChangeMail> => ({
  name: CHANGE_MAIL_JOB,
  ...RETRIES,
  handle: (data) => deps.mailer.send(changeMail(deps, data)),
});

const ABOUT_ADMINISTRATORS: ReadonlySet<AdminsChange> = new Set(['disabled', 'enabled', 'authenticator_reset']);

/**
 * Tells every administrator who may sign in what was done, by whom, when and from where, the one who did it too (their
 * session may be in other hands) and the one whom it concerns. In the transaction of the change: no change without its mails.
 */
export async function tellAdmins(tx: Tx, jobs: Jobs, { change, whom, by, actor, at }: ToldChange): Promise<void> {
  const concerned = ABOUT_ADMINISTRATORS.has(change) ? [whom] : [];
  const mail = { change, whom, by: by.email, ip: actor.ip ?? null, at: at.toISOString() };
  for (const to of new Set([by.email, ...concerned, ...(await listAdminEmails(tx))])) {
    const data: ChangeMail = { to, ...mail };
    await jobs.enqueue(tx, CHANGE_MAIL_JOB, data);
  }
}

interface ToldChange {
  readonly change: AdminsChange;
  /** The address that was invited, or of the administrator who was changed; empty where it is about nobody. */
  readonly whom: string;
  readonly by: AdminPrincipal;
  readonly actor: Actor;
  readonly at: Date;
}
