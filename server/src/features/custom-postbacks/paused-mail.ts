import { renderMail } from '#platform/mailer/index.ts';
import type { CustomPostbackDeps } from './custom-postback-deps.ts';
import { findCustomPostback } from './custom-postbacks.repository.ts';

export const PAUSED_MAIL_JOB = 'custom-postback-paused-mail';

/** One mail to one administrator; enqueued in the transaction of the pause. */
export interface PausedMailData {
  readonly postbackId: string;
  readonly reason: string;
  readonly to: string;
}

/** Tells an administrator that a postback was paused. One that was deleted since needs no mail. */
export async function mailPause(
  deps: Pick<CustomPostbackDeps, 'database' | 'mailer' | 'systemName' | 'publicUrl'>,
  { postbackId, reason, to }: PausedMailData,
): Promise<void> {
  const row = await findCustomPostback(deps.database, postbackId);
  if (row === null) return;
  const systemName = deps.systemName();
  await deps.mailer.send(
    renderMail({
      to,
      systemName,
      subject: `${systemName}: the postback to ${row.companyName} is paused`,
      heading: 'A custom postback is paused',
      paragraphs: [
        `The postback to ${row.companyName} for the event ${row.eventName} was paused: ${reason}`,
        'New conversions do not fire it any more. What was not delivered yet is kept and is sent when you activate it again.',
      ],
      link: {
        label: 'Open Postback Management',
        url: `${deps.publicUrl}/postback-urls/${encodeURIComponent(row.offerId)}`,
        asButton: true,
      },
      notes: ['Failed deliveries can be sent again there, one by one or all together.'],
    }),
  );
}
