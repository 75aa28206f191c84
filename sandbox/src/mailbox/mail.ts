import PostalMime from 'postal-mime';

export interface Mail {
  readonly id: string;
  readonly receivedAt: Date;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The first six digits on a line of their own, if there are any. */
  readonly code: string | undefined;
  /** The first URL in the text, if there is one. */
  readonly link: string | undefined;
}

export async function readMail(id: string, source: Buffer, to: readonly string[]): Promise<Mail> {
  const parsed = await PostalMime.parse(source);
  const text = parsed.text ?? '';
  return {
    id,
    receivedAt: new Date(),
    from: parsed.from?.address ?? '',
    to,
    subject: parsed.subject ?? '(no subject)',
    text,
    html: parsed.html ?? '',
    code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0],
    link: /https?:\/\/[^\s<>"]+/.exec(text)?.[0],
  };
}
