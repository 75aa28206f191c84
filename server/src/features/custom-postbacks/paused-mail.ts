import { renderMail } from '#platform/mailer/index.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { findCustomPostback } from './custom-postbacks.repository.ts';

export const PAUSED_MAIL_JOB = 'custom-postback-paused-mail';

/** A mail to one admin, enqueued in the transaction of the pause. */
export interface PausedMailData {
  readonly postbackId: string;
  readonly reason: string;
  readonly to: string;
}

/** Mails an admin that a postback was paused. No-op if it was deleted meanwhile. */
export async function mailPause(
  dependencies: Pick<CustomPostbackDependencies, 'database' | 'mailer' | 'systemName' | 'publicUrl'>,
  { postbackId, reason, to }: PausedMailData,
): Promise<void> {
  const row = await findCustomPostback(dependencies.database, postbackId);
  if (row === null) return;
  const systemName = dependencies.systemName();
  await dependencies.mailer.send(
    renderMail({
      to,
      systemName,
      subject: `${systemName}: the postback to ${row.companyName} is paused`,
      heading: 'A custom postback is paused',
      paragraphs: [
        `The postback to ${row.companyName} for the event ${row.eventName} was paused: ${reason}`,
        'New conversions no longer fire it. Pending deliveries are kept and are sent when you activate it again.',
      ],
      link: {
        label: 'Open Postback Management',
        url: `${dependencies.publicUrl}/postback-urls/${encodeURIComponent(row.offerId)}`,
        asButton: true,
      },
      notes: ['Failed deliveries can be resent there, one by one or all together.'],
    }),
  );
}
