import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '#platform/clock/index.ts';
import { newUlid } from '#platform/ids/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { GENERATED, type MailTransport } from './mail.ts';

interface OutboxOptions {
  readonly from: string;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Writes each mail to `<dataDir>/outbox/<time-ordered id>.eml` and logs it. Only this OS user can read it: it has
 * codes.
 */
export function openOutbox({ from, dataDir, clock, logger }: OutboxOptions): MailTransport {
  const folder = resolve(dataDir, 'outbox');
  return {
    async send(mail) {
      // Loading it takes a tenth of a start, and most servers use it rarely.
      const { createTransport } = await import('nodemailer');
      const writer = createTransport(
        { streamTransport: true, buffer: true, newline: 'windows' },
        { from, headers: GENERATED },
      );
      const { message } = await writer.sendMail({
        ...mail,
        date: clock.now(),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${newUlid(clock.now())}.eml`);
      // Written under another name first, so that readers never see a partial mail.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      logger.info({ to: mail.to, subject: mail.subject, file }, 'a mail was written to a file');
    },
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    close: () => undefined,
  };
}
