import { AppError } from '#platform/app-error/index.ts';
import { systemClock } from '#platform/clock/index.ts';
import type { Config } from '#platform/config/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createMailer, type Mail } from '#platform/mailer/index.ts';

/** Sends the mails of an operator's command. Its change is kept if a mail fails: `command` then says so. */
export async function sendByOperator(
  command: string,
  config: Config,
  mails: readonly Mail[],
  isUnconfirmed: boolean,
): Promise<void> {
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    dataDir: config.DATA_DIR,
    clock: systemClock,
    logger: createLogger('silent'),
    isUnconfirmed: () => isUnconfirmed,
  });
  try {
    for (const mail of mails) await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${command}: the mail to them failed. ${error.userMessage}\n`);
  } finally {
    await mailer.stop();
  }
}
