import type { Database } from '#platform/database/index.ts';
import { noticeJob, type NoticeSender } from '#platform/mailer/index.ts';
import { findCustomPostback } from './custom-postbacks.repository.ts';

export const PAUSED_MAIL_JOB = 'custom-postback-paused-mail';

interface PausedMail {
  readonly to: string;
  readonly postbackId: string;
  readonly reason: string;
}

/** Mails an admin that a postback was paused. No-op if it was deleted meanwhile. */
export const pausedMailJob = (sender: NoticeSender & { readonly database: Database }) =>
  noticeJob<PausedMail>(PAUSED_MAIL_JOB, sender, async ({ postbackId, reason }) => {
    const row = await findCustomPostback(sender.database, postbackId);
    return row === null
      ? undefined
      : {
          subject: `the postback to ${row.companyName} is paused`,
          heading: 'A custom postback is paused',
          paragraphs: [
            `The postback to ${row.companyName} for the event ${row.eventName} was paused: ${reason}`,
            'New conversions no longer fire it. Pending deliveries are kept and are sent when you activate it again.',
          ],
          link: { label: 'Open Postback Management', path: `/postback-urls/${encodeURIComponent(row.offerId)}` },
          notes: ['Failed deliveries can be resent there, one by one or all together.'],
        };
  });
