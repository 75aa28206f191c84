import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startMailbox } from './index.ts';

/** Sends a mail by SMTP commands. */
async function send(smtpUrl: string, to: string, message: string): Promise<void> {
  const socket = connect(Number(new URL(smtpUrl).port), '127.0.0.1').setEncoding('utf8');
  for (const line of [
    undefined,
    'EHLO test',
    'MAIL FROM:<from@muneem.example>',
    `RCPT TO:<${to}>`,
    'DATA',
    `${message}\r\n.`,
    'QUIT',
  ]) {
    if (line !== undefined) socket.write(`${line}\r\n`);
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^[23]/);
  }
  socket.destroy();
}

test('shows a mail received by SMTP with its code, and escapes its text', async () => {
  const mailbox = await startMailbox();
  const waiting = mailbox.waitForMail('asha@mail.example');
  await send(
    mailbox.smtpUrl,
    'asha@mail.example',
    'Subject: <b>Your code</b>\r\n\r\nYour code is 493027. Order 12345678.',
  );
  const mail = await waiting;
  expect(mail).toMatchObject({ subject: '<b>Your code</b>', code: '493027', to: ['asha@mail.example'] });
  const page = await (await fetch(mailbox.url)).text();
  expect(page).toContain('aria-label="One-time code">493027<');
  expect(page).toContain('&lt;b&gt;Your code');
  expect(await (await fetch(`${mailbox.url}/mails/${mail.id}`)).text()).toContain('Order 12345678.');
  await expect(mailbox.waitForMail('nobody@mail.example', { timeoutMs: 20 })).rejects.toThrow('No mail to nobody');
  await mailbox.close();
});
