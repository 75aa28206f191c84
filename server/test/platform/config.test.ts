import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#platform/config/index.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

test.each([
  ['PORT', 'abc', 'must be a whole number'],
  ['PORT', '65536', 'must be at most 65535'],
  ['HOST', 'two words', 'must be a host name or an address'],
  ['PUBLIC_URL', 'admin.example.com', 'must be a URL like https://host'],
  ['DATABASE_URL', 'mysql://x', 'must start with postgres://'],
  ['APP_SECRET', 'short', 'must have at least 32 characters'],
  ['ADMIN_EMAIL', 'boss', 'must be an e-mail address'],
  ['SMTP_URL', 'http://mail', 'must start with smtp:// or smtps://'],
  ['SMTP_URL', 'smtp://', 'must name a host, like smtp://host:587'],
  ['MAIL_FROM', 'nobody', 'must be an address like Muneem <no-reply@example.com>'],
  ['COINS_PER_RUPEE', '1.5', 'must be a whole number'],
  ['REFERRAL_SHARE', '2', 'must be at most 1'],
  ['CLICK_RETENTION_DAYS', '89', 'must be 0 or at least 90'],
  ['TRUST_PROXY', 'maybe', 'must be off, on, a number of hops, or a list of addresses'],
  ['EGRESS_ALLOW', 'here', 'must be a comma-separated list of addresses or CIDR ranges'],
  ['POSTBACK_RETRY_DELAYS_S', '1,soon', 'must be a comma-separated list of seconds'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ['CORS_ORIGINS', '*', 'must be a comma-separated list of origins like https://admin.example.com'],
  ['CORS_ORIGINS', 'https://a.example/', 'must be a comma-separated list of origins like https://admin.example.com'],
])('%s=%s is refused in one line that says what it must be', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`${name} ${message}`));
});

test('an address of IPv6 stands in brackets in the own URL', () => {
  expect(readConfig({ HOST: '::1' }).PUBLIC_URL).toBe('http://[::1]:3000');
  expect(readConfig({ HOST: 'fe80::1', PORT: '80' }).PUBLIC_URL).toBe('http://[fe80::1]:80');
});

test('the sender of mails may be a bare address or one with a name', () => {
  for (const from of ['no-reply@example.com', 'Muneem <no-reply@example.com>', '"Rewards, Inc." <a@example.com>'])
    expect(readConfig({ MAIL_FROM: from }).MAIL_FROM).toBe(from);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muneem-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (environment: Record<string, string>) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [MAIN],
      { env: { ...process.env, ...environment }, timeout: 15_000 },
      (error, stdout, stderr) => resolve({ code: error?.code, stdout, stderr }),
    );
  });

test('a secret file that was cut off stops the start: nothing is encrypted with an empty key', async () => {
  await writeFile(join(folder, 'app-secret'), '');
  const { code, stdout, stderr } = await start({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^muneem: .*app-secret is damaged: [^\n]*\n$/);
}, 20_000);

test.each([
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    'the database of DATABASE_URL cannot be reached: ',
  ],
  ['a data folder that is a file', { DATA_DIR: '/dev/null' }, 'DATA_DIR cannot be used: '],
  ['a data folder where none can be', { DATA_DIR: '/proc/muneem/data' }, 'DATA_DIR cannot be used: '],
])(
  '%s stops the start with one line',
  async (_what, environment, message) => {
    const { code, stderr } = await start({ APP_SECRET: 'x'.repeat(32), DATA_DIR: join(folder, 'new'), ...environment });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(`muneem: ${message}`)]);
  },
  20_000,
);
