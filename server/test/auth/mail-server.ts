import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly mails: Email[];
  /** How often a mail was handed over, also a refused one. */
  attempts(): number;
  /** The next mail, also one that has come already; each is given once. */
  next(): Promise<Email>;
  close(): Promise<void>;
}

/** A real SMTP server that keeps what it takes; `refusals` are the codes by which it refuses the first recipients. */
export async function startMailServer(port = 0, { refusals = [] }: { refusals?: number[] } = {}): Promise<MailServer> {
  const mails: Email[] = [];
  const unread: Email[] = [];
  const readers: ((mail: Email) => void)[] = [];
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
          const reader = readers.shift();
          if (reader) reader(mail);
          else unread.push(mail);
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
    attempts: () => attempts,
    next: async () => unread.shift() ?? new Promise<Email>((resolve) => readers.push(resolve)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The code in a sign-in mail. */
export function codeIn(mail: Email): string {
  const code = /^\s*(\d{6})\s*$/m.exec(mail.text ?? '')?.[1];
  if (code === undefined) throw new Error(`no code in: ${mail.text ?? 'no text'}`);
  return code;
}

/** The token of the link in a reset mail. */
export function resetLinkIn(mail: Email): URL {
  const link = /https?:\/\/\S+\/reset-password\?token=\S+/.exec(mail.text ?? '')?.[0];
  if (link === undefined) throw new Error(`no link in: ${mail.text ?? 'no text'}`);
  return new URL(link);
}
