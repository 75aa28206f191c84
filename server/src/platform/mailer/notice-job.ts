import type { JobDefinition } from '#platform/jobs/index.ts';
import type { Mailer } from './mailer.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** A mail about the product. The job adds the product's name and address. */
export interface Notice extends Pick<MailContent, 'subject' | 'heading' | 'paragraphs' | 'notes'> {
  readonly link?: { readonly label: string; readonly path: string };
}

export interface NoticeSender {
  readonly mailer: Mailer;
  readonly systemName: () => string;
  /** Base URL of links in mails. Never taken from a request. */
  readonly publicUrl: string;
}

/** Sends one notice to `data.to`. Retries with back-off for several hours, until the mail server accepts it. */
export const noticeJob = <Data extends { readonly to: string }>(
  name: string,
  { mailer, systemName, publicUrl }: NoticeSender,
  /** Returns undefined if the notice is no longer needed. */
  noticeOf: (data: Data) => Notice | Promise<Notice | undefined>,
): JobDefinition<Data> => ({
  name,
  retryLimit: 10,
  retryDelayS: 30,
  async handle(data) {
    const notice = await noticeOf(data);
    if (notice === undefined) return;
    const { link, ...content } = notice;
    await mailer.send(
      renderMail({
        ...content,
        to: data.to,
        systemName: systemName(),
        subject: `${systemName()}: ${content.subject}`,
        ...(link && { link: { label: link.label, url: publicUrl + link.path, asButton: true } }),
      }),
    );
  },
});
