import type { Transporter } from 'nodemailer';
import { GENERATED, type MailTransport } from './mail.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 10_000;
/** Time for which a check is valid, so that many requests share one connection. */
const CHECK_VALID_MS = 5_000;

/** Sends by SMTP over a few pooled connections. */
export function openSmtp({ url, from }: { url: string; from: string }): MailTransport {
  // Loaded with the first mail: it is a tenth of a start.
  const open = async (): Promise<Transporter> =>
    (await import('nodemailer')).createTransport(
      {
        url,
        pool: true,
        maxConnections: 3,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SOCKET_TIMEOUT_MS,
        dnsTimeout: CONNECT_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from, headers: GENERATED },
    );
  let opened: Promise<Transporter> | undefined;
  const smtp = (): Promise<Transporter> => (opened ??= open());
  let checked: { readonly at: number; readonly result: Promise<void> } | undefined;
  return {
    async send(mail) {
      await (await smtp()).sendMail(mail);
    },
    check() {
      const now = performance.now();
      if (checked === undefined || now - checked.at > CHECK_VALID_MS) {
        checked = { at: now, result: smtp().then(async (it) => void (await it.verify())) };
      }
      return checked.result;
    },
    close: () => void opened?.then((it) => it.close()),
  };
}
