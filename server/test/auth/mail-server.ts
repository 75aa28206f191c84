import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { atTheEnd } from '#test/at-the-end.ts';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Starts a real SMTP server that keeps its mails. It refuses the first recipients with the codes in `refusals`. */
export async function startMailServer(port = 0, { refusals = [] }: { refusals?: number[] } = {}) {
  const mails: Email[] = [];
  const unread: Email[] = [];
  const readers: { readonly fits: (mail: Email) => boolean; readonly read: (mail: Email) => void }[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo(_address, _session, done) {
      attempts += 1;
      const responseCode = refusals.shift();
      done(responseCode === undefined ? undefined : Object.assign(new Error('refused'), { responseCode }));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          const index = readers.findIndex(({ fits }) => fits(mail));
          if (index === -1) unread.push(mail);
          else readers.splice(index, 1)[0]?.read(mail);
          done();
        }, done);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    refusals,
    /** Counts the recipients offered, refused ones too. */
    attempts: () => attempts,
    /** Returns the next unread mail that fits, and waits for one. Each mail is returned once. */
    next: async (fits: (mail: Email) => boolean = () => true): Promise<Email> => {
      const index = unread.findIndex(fits);
      return unread.splice(index, index === -1 ? 0 : 1)[0] ?? new Promise((read) => readers.push({ fits, read }));
    },
    close: atTheEnd(() => new Promise<void>((resolve) => server.close(resolve))),
  };
}

const CODE = /^\s*(\d{6})\s*$/m;
/** For `next`. */
export const hasCode = (mail: Email): boolean => CODE.test(mail.text ?? '');
/** For `next`. */
export const isTo =
  (email: string) =>
  ({ to }: Email): boolean =>
    to?.[0]?.address === email;

/** Reads the code in a sign-in mail. */
export function codeIn(mail: Email): string {
  const code = CODE.exec(mail.text ?? '')?.[1];
  if (code === undefined) throw new Error(`no code in: ${mail.text ?? 'no text'}`);
  return code;
}

const RESET_LINK = /https?:\/\/\S+\/reset-password\?token=\S+/;
/** For `next`. */
export const hasResetLink = (mail: Email): boolean => RESET_LINK.test(mail.text ?? '');

/** Reads the link in a reset mail. */
export function resetLinkIn(mail: Email): URL {
  const link = RESET_LINK.exec(mail.text ?? '')?.[0];
  if (link === undefined) throw new Error(`no link in: ${mail.text ?? 'no text'}`);
  return new URL(link);
}
