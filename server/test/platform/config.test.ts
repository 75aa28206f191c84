import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#platform/config/index.ts';
import { failToStart } from './failed-start.ts';
import { createTestDatabase } from '#test/test-database.ts';

test.each([
  ['PORT', 'abc', 'must be a whole number'],
  ['PORT', '65536', 'must be at most 65535'],
  ['HOST', 'two words', 'must be a host name or an IP address'],
  ['PUBLIC_URL', 'admin.example.com', 'must be a URL like https://host'],
  ['DATABASE_URL', 'mysql://x', 'must start with postgres://'],
  [
    'DATABASE_URL',
    'postgres://h/d?target_session_attrs=standby',
    'must not select a read-only host: target_session_attrs can only be any, primary or read-write',
  ],
  ['DATABASE_STATEMENT_TIMEOUT_S', '0', 'must be at least 0.1'],
  ['DATABASE_OWNER_URL', 'owner', 'must start with postgres://'],
  ['APP_SECRET', 'short', 'must have at least 32 characters'],
  ['ADMIN_EMAIL', 'boss', 'must be an email address'],
  ['OIDC_ISSUER', 'http://login.example.com', 'must be a URL like https://login.example.com'],
  ['OIDC_ONLY', 'yes', 'must be on or off'],
  [
    'OIDC_ROLES',
    'staff:boss',
    'must be a comma-separated list like finance-team:finance, with the roles owner, finance, offers, support, auditor',
  ],
  ['AUDIT_STREAM_URL', 'http://siem.example.com', 'must be a URL like https://siem.example.com/muneem'],
  ['AUDIT_STREAM_SECRET', 'whsec_c2hvcnQ=', 'must be whsec_ and 24 to 64 random bytes in Base64'],
  ['SMTP_URL', 'http://mail', 'must start with smtp:// or smtps://'],
  ['SMTP_URL', 'smtp://', 'must name a host, like smtp://host:587'],
  ['MAIL_FROM', 'nobody', 'must be an address like Muneem <no-reply@example.com>'],
  ['COINS_PER_RUPEE', '1.5', 'must be a whole number'],
  ['REFERRAL_SHARE', '2', 'must be at most 1'],
  ['CLICK_RETENTION_DAYS', '89', 'must be 0 or at least 90'],
  ['TRUST_PROXY', 'maybe', 'must be off, on, a number of hops, or a list of IP addresses'],
  ['EGRESS_ALLOW', 'here', 'must be a comma-separated list of IP addresses or CIDR ranges'],
  ['POSTBACK_RETRY_DELAYS_S', '1,soon', 'must be a comma-separated list of seconds'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ['CORS_ORIGINS', '*', 'must be a comma-separated list of origins like https://admin.example.com'],
  ['CORS_ORIGINS', 'https://a.example/', 'must be a comma-separated list of origins like https://admin.example.com'],
])('%s=%s is rejected with one line that states the expected value', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`${name} ${message}`));
});

test('writes an IPv6 host in brackets in PUBLIC_URL', () => {
  expect(readConfig({ HOST: '::1' }).PUBLIC_URL).toBe('http://[::1]:3000');
  expect(readConfig({ HOST: 'fe80::1', PORT: '80' }).PUBLIC_URL).toBe('http://[fe80::1]:80');
});

test('requires all settings of an identity provider, and keeps the slash of its issuer', () => {
  const OIDC_ISSUER = 'https://login.example.com/realm/';
  const all = { OIDC_ISSUER, OIDC_CLIENT_ID: 'muneem', OIDC_CLIENT_SECRET: 'secret' };
  expect(readConfig(all)).toMatchObject({ OIDC_ISSUER, OIDC_ONLY: false });
  for (const name of Object.keys(all)) expect(() => readConfig({ ...all, [name]: '' })).toThrow('must be set together');
  expect(() => readConfig({ OIDC_ONLY: 'on' })).toThrow('OIDC_ISSUER must be set when OIDC_ONLY is on');
  expect(readConfig({ ...all, OIDC_ROLES: 'a:b:finance, staff:support' }).OIDC_ROLES).toEqual([
    { group: 'a:b', role: 'finance' },
    { group: 'staff', role: 'support' },
  ]);
  expect(readConfig({ ...all, OIDC_ISSUER: 'http://127.0.0.1:3015' }).OIDC_ISSUER).toBe('http://127.0.0.1:3015');
});

test('requires the secret of the audit stream with its URL', () => {
  const all = { AUDIT_STREAM_URL: 'https://siem.example.com/in', AUDIT_STREAM_SECRET: `whsec_${'a'.repeat(32)}` };
  expect(readConfig(all)).toMatchObject(all);
  for (const name of Object.keys(all)) expect(() => readConfig({ ...all, [name]: '' })).toThrow('must be set together');
});

test('accepts a sender of mails with or without a name', () => {
  for (const from of ['no-reply@example.com', 'Muneem <no-reply@example.com>', '"Rewards, Inc." <a@example.com>'])
    expect(readConfig({ MAIL_FROM: from }).MAIL_FROM).toBe(from);
});

const folder = await mkdtemp(join(tmpdir(), 'muneem-config-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('refuses to start with a truncated secret file, because its key would be empty', async () => {
  await writeFile(join(folder, 'app-secret'), '');
  const { code, stdout, stderr } = await failToStart({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^muneem: .*app-secret is damaged: [^\n]*\n$/);
});

test.each([
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    'the database of DATABASE_URL cannot be reached: ',
  ],
  ['a data folder that is a file', { DATA_DIR: '/dev/null' }, 'DATA_DIR cannot be used: '],
  ['a data folder that cannot be created', { DATA_DIR: '/sys/muneem/data' }, 'DATA_DIR cannot be used: '],
])(
  '%s stops the start with one line',
  async (_what, environment, message) => {
    const settings = { APP_SECRET: 'x'.repeat(32), DATA_DIR: join(folder, 'new'), ...environment };
    const { code, stderr } = await failToStart(settings);
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(`muneem: ${message}`)]);
  },
  60_000,
);

test("refuses to migrate with the server's role, and warns when the server runs as the owner", async () => {
  const { environment, drop } = await createTestDatabase();
  try {
    // No server can listen on this IP address, so each start ends.
    const settings = { DATA_DIR: join(folder, 'roles'), HOST: '192.0.2.1', PORT: '3999' };
    const alone = await failToStart({ ...settings, DATABASE_URL: environment.DATABASE_URL });
    expect(alone.stderr).toMatch(
      /^muneem: the role that owns the tables must run the migrations, set DATABASE_OWNER_URL: .*\n$/,
    );
    const asOwner = await failToStart({ ...settings, DATABASE_URL: environment.DATABASE_OWNER_URL });
    expect(asOwner.stdout).toContain('the server owns its tables');
  } finally {
    await drop();
  }
});
