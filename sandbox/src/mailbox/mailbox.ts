import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { startSite } from '../web-kit/index.ts';
import { readMail, type Mail } from './mail.ts';
import { mailboxPage, mailPage } from './mailbox-pages.ts';

const KEPT = 500;
const WAIT_MS = 20_000;

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

interface Wanted {
  readonly since?: Date;
  readonly fits?: (mail: Mail) => boolean;
  readonly timeoutMs?: number;
}

/** Starts an SMTP server that stores its mails, and a page that shows them. */
export async function startMailbox({ port = 0, smtpPort = 0, smtpHost = '127.0.0.1' } = {}) {
  /** Newest first. */
  const mails: Mail[] = [];
  const arrivals = new EventEmitter();
  let next = 1;

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        readMail(String(next++), Buffer.concat(chunks), to).then(
          (mail) => {
            mails.unshift(mail);
            mails.length = Math.min(mails.length, KEPT);
            callback();
            arrivals.emit('mail');
          },
          (error: Error) => callback(error),
        );
      });
    },
  });
  smtp.on('error', () => undefined);
  const listener: Server = smtp.listen(smtpPort, smtpHost);
  await once(listener, 'listening');

  const site = await startSite(
    {
      'GET /': () => ({ html: mailboxPage(mails) }),
      'GET /api/mails': () => ({ json: mails }),
      'GET /mails/*': ({ rest }) => {
        const mail = mails.find(({ id }) => id === rest);
        return mail === undefined ? { text: 'There is no such mail.', status: 404 } : { html: mailPage(mail) };
      },
      'GET /html/*': ({ rest }) => ({ html: mails.find(({ id }) => id === rest)?.html ?? '' }),
    },
    { port },
  );

  return {
    /** For `SMTP_URL`. */
    smtpUrl: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    url: site.url,
    /** Waits for a matching mail after `since` and returns the newest. @throws Error if none arrives in time */
    async waitForMail(to: string, { since, fits = () => true, timeoutMs = WAIT_MS }: Wanted = {}): Promise<Mail> {
      const signal = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const mail = mails.find((mail) => mail.to.includes(to) && !(since && mail.receivedAt < since) && fits(mail));
        if (mail !== undefined) return mail;
        await once(arrivals, 'mail', { signal }).catch(() => {
          throw new Error(`No mail to ${to} within ${timeoutMs} ms.`);
        });
      }
    },
    clear() {
      mails.length = 0;
    },
    async close() {
      await Promise.all([site.close(), new Promise<void>((resolve) => smtp.close(() => resolve()))]);
    },
  };
}
