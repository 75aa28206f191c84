import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#platform/app-error/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { Mail, MailTransport } from './mail.ts';
import { openOutbox } from './outbox.ts';
import { openSmtp } from './smtp.ts';

export type Mailer = ReturnType<typeof createMailer>;

interface MailerOptions {
  /** Undefined: mails are written to `<dataDir>/outbox`. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** True for an unconfirmed restored copy: its mails are written to the outbox. */
  readonly isUnconfirmed?: () => boolean;
  /** Delay before the second attempt, doubled before the third. In milliseconds. */
  readonly retryAfterMs?: number;
}

const TRIES = 3;
const RETRY_AFTER_MS = 2_000;

/** Sends by SMTP. Without an SMTP server, writes each mail to a file and logs it. */
export function createMailer({
  smtpUrl,
  from,
  dataDir,
  clock,
  logger,
  isUnconfirmed = () => false,
  retryAfterMs = RETRY_AFTER_MS,
}: MailerOptions) {
  const outbox = openOutbox({ from, dataDir, clock, logger });
  const smtp = smtpUrl === undefined ? undefined : openSmtp({ url: smtpUrl, from });
  if (smtp === undefined)
    logger.info({ dataDir }, 'SMTP_URL is not set: mails are written to files in its folder outbox');
  const transport = (): MailTransport => (smtp === undefined || isUnconfirmed() ? outbox : smtp);
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  const sendPatiently = async (mail: Mail): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transport().send(mail);
      } catch (error) {
        if (attempt >= TRIES || stopping.signal.aborted || wasRefused(error)) {
          logger.error(
            { err: error, to: mail.to, subject: mail.subject, attempt },
            'a mail could not be sent and is lost',
          );
          return;
        }
        logger.warn({ err: error, to: mail.to, attempt }, 'a mail could not be sent; trying again');
        await wait(retryAfterMs * attempt, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  return {
    /** Resolves when the mail is accepted. @throws AppError `mail_unavailable` */
    send: (mail: Mail) => reportFailure(logger, transport().send(mail)),
    /**
     * Checks whether the mail server accepts mails. For answers that must not reveal whether a mail was sent.
     * @throws AppError `mail_unavailable`
     */
    check: () => reportFailure(logger, transport().check()),
    /** Sends in the background with three attempts. Logs a lost mail as an error. */
    sendLater(mail: Mail): void {
      const sending = sendPatiently(mail).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    /** Waits for mails in flight. */
    async stop() {
      stopping.abort();
      await Promise.all(underWay);
      outbox.close();
      smtp?.close();
    },
  };
}

async function reportFailure(logger: Logger, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    logger.error({ err: cause }, 'the mail server does not accept mail');
    throw new AppError(
      'mail_unavailable',
      wasRefused(cause)
        ? 'The email could not be sent because the mail server refused it. Please contact your system administrator.'
        : 'The email could not be sent because the mail server cannot be reached. Please try again in a few minutes.',
      { retryAfterS: 60, cause },
    );
  }
}

/** SMTP 5xx: a retry would fail too. */
const wasRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'responseCode' in error && Number(error.responseCode) >= 500;
