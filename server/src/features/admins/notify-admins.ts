import { rights, type Role } from '@muneem/contract/rights';
import type { Actor } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { noticeJob, type NoticeSender } from '#platform/mailer/index.ts';
import { listEmailsWith } from '#features/auth/index.ts';
import { changeNotice, type AdminsChange, type ChangeMail } from './change-mail.ts';

const CHANGE_MAIL_JOB = 'admins-change-mail';

export const changeMailJob = (sender: NoticeSender) => noticeJob<ChangeMail>(CHANGE_MAIL_JOB, sender, changeNotice);

const ABOUT_ADMINISTRATORS: ReadonlySet<AdminsChange> = new Set([
  'disabled',
  'enabled',
  'authenticator_reset',
  'role_changed',
]);

/**
 * Mails every active owner, the affected admin and the acting one, whose session may be hijacked.
 * Runs in the change's transaction: no change without its mails.
 */
export async function notifyAdmins(
  tx: Tx,
  jobs: Jobs,
  { change, whom, role, by, actor, at }: AdminsChangeNotice,
): Promise<void> {
  const concerned = ABOUT_ADMINISTRATORS.has(change) ? [whom] : [];
  const isProvider = 'provider' in by;
  const name = isProvider ? `The identity provider ${by.provider}` : by.email;
  const mail = { change, whom, role, by: name, isProvider, ip: actor.ip ?? null, at: at.toISOString() };
  for (const to of new Set([
    ...(isProvider ? [] : [by.email]),
    ...concerned,
    ...(await listEmailsWith(tx, rights.changeAdmins)),
  ])) {
    const data: ChangeMail = { to, ...mail };
    await jobs.enqueue(tx, CHANGE_MAIL_JOB, data);
  }
}

interface AdminsChangeNotice {
  readonly change: AdminsChange;
  /** Address of the invited or changed admin. Empty if it concerns no admin. */
  readonly whom: string;
  readonly role?: Role | undefined;
  /** The acting admin, or the identity provider that decides the roles. */
  readonly by: Pick<AdminPrincipal, 'email'> | { readonly provider: string };
  readonly actor: Actor;
  readonly at: Date;
}
