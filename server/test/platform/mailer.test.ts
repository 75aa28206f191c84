import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createMailer, renderMail, type Mailer } from '#platform/mailer/index.ts';
import { startMailServer, type MailServer } from '../auth/mail-server.ts';

const mail = renderMail({
  to: 'asha@example.com',
  systemName: '<script>alert(1)</script>\r\nBcc: all@example.com',
  subject: 'A code\r\nBcc: all@example.com',
  heading: 'Tom & "Jerry"',
  paragraphs: ['First <b>paragraph</b>.'],
  code: '012345',
  link: { label: 'Open', url: 'https://admin.example.com/?a=1&b="2"', asButton: true },
  notes: ['A note.'],
});

describe('a mail', () => {
  it('has a one-line subject and escapes HTML in its texts', () => {
    expect(mail.subject).toBe('A code Bcc: all@example.com');
    expect(mail.html).not.toMatch(/<script|<b>/);
    expect(mail.html).toContain('Tom &amp; &quot;Jerry&quot;');
    expect(mail.html).toContain('href="https://admin.example.com/?a=1&amp;b=&quot;2&quot;"');
  });

  it('has the same content in plain text', () => {
    for (const part of [
      'Tom & "Jerry"',
      'First <b>paragraph</b>.',
      '012345',
      'https://admin.example.com/?a=1&b="2"',
      'A note.',
    ])
      expect(mail.text).toContain(part);
  });
});

describe('by SMTP', () => {
  let dataDir: string;
  let server: MailServer;
  let mailer: Mailer;
  const open = async (refusals: number[] = []) => {
    server = await startMailServer(0, { refusals });
    mailer = createMailer({
      smtpUrl: server.url,
      from: 'Muneem <no-reply@example.com>',
      dataDir,
      clock: systemClock,
      logger: createLogger('silent'),
      retryAfterMs: 5,
    });
  };
  beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'muneem-mail-'))));
  afterEach(async () => {
    await mailer.stop();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('arrives with text, HTML and a header that suppresses automatic replies', async () => {
    await open();
    await mailer.send(mail);
    const got = await server.next();
    expect(got).toMatchObject({
      subject: mail.subject,
      from: { name: 'Muneem', address: 'no-reply@example.com' },
      to: [{ address: mail.to }],
    });
    expect(got.cc).toBeUndefined();
    expect(got.text?.trim()).toBe(mail.text.trim());
    expect(got.html?.trim()).toBe(mail.html.trim());
    expect(got.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it('is retried up to three times in the background while the server is busy', async () => {
    await open([451, 451]);
    mailer.sendLater(mail);
    expect((await server.next()).subject).toBe(mail.subject);
    expect(server.attempts()).toBe(3);
  });

  it('is not retried after a permanent rejection', async () => {
    await open([550]);
    mailer.sendLater(mail);
    await mailer.stop();
    expect(server.attempts()).toBe(1);
  });

  it('reports whether the server was unreachable or rejected it', async () => {
    await open([550]);
    await expect(mailer.send(mail)).rejects.toMatchObject({
      code: 'mail_unavailable',
      userMessage: expect.stringContaining('refused it') as string,
    });
    await server.close();
    await expect(mailer.send(mail)).rejects.toMatchObject({
      code: 'mail_unavailable',
      userMessage: expect.stringContaining('cannot be reached') as string,
    });
    await expect(mailer.check()).rejects.toMatchObject({ code: 'mail_unavailable' });
  });

  it('is sent before the process ends', async () => {
    await open();
    mailer.sendLater(mail);
    await mailer.stop();
    expect(server.mails).toHaveLength(1);
  });
});
