import { isIPv6 } from 'node:net';
import { CUSTOM_POSTBACK_LIMITS } from '@muneem/contract/custom-postbacks';
import { SMART_POLL } from '@muneem/contract/smart-poll';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';

/** An invalid configuration. The message has one line per bad value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const numberBetween = (minimum: number, maximum: number) =>
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.gte(minimum, `must be at least ${minimum}`), z.lte(maximum, `must be at most ${maximum}`)),
  );

const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(z.string().check(z.regex(/^\d+$/, 'must be a whole number')), numberBetween(minimum, maximum));

const httpUrl = z.string().check(
  z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be a URL like https://host'),
  z.overwrite((text) => text.replace(/\/+$/, '')),
);

const isCidr = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text);
const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Origins as sent by browsers: no path, no trailing slash, no wildcard. */
const origins = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => list(text).every((part) => URL.parse(part)?.origin === part.toLowerCase()),
        'must be a comma-separated list of origins like https://admin.example.com',
      ),
    ),
  z.transform((text) => list(text.toLowerCase())),
);

const smtpUrl = z.string().check(
  z.regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://'),
  z.refine((text) => (URL.parse(text)?.hostname ?? '') !== '', 'must name a host, like smtp://host:587'),
);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const cidrList = z.pipe(
  z
    .string()
    .check(
      z.refine((text) => list(text).every(isCidr), 'must be a comma-separated list of IP addresses or CIDR ranges'),
    ),
  z.transform(list),
);

const databaseUrl = z.string().check(
  z.regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  z.refine(
    (text) => !/[?&]target_session_attrs=(?!(any|primary|read-write)(&|$))/.test(text),
    'must not select a read-only host: target_session_attrs can only be any, primary or read-write',
  ),
);

const readUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must start with postgres://'));

const delays = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => list(text).length > 0 && list(text).every((part) => /^\d+(\.\d+)?$/.test(part)),
        'must be a comma-separated list of seconds',
      ),
    ),
  z.transform((text: string) => list(text).map(Number)),
);

const decimal = (minimum: number, maximum: number) =>
  z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/, 'must be a number')), numberBetween(minimum, maximum));

/** `off`, `on`, a number of hops, or a list of the proxies' IP addresses. */
const trustProxy = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => /^(off|on|false|true|\d+)$/.test(text) || list(text).every(isCidr),
        'must be off, on, a number of hops, or a list of IP addresses',
      ),
    ),
  z.transform((text: string): boolean | number | string[] => {
    if (/^(off|false)$/.test(text)) return false;
    if (/^(on|true)$/.test(text)) return true;
    return /^\d+$/.test(text) ? Number(text) : list(text);
  }),
);

/** @param least the smallest age at which the screens and the checks still work */
const retentionDays = (least: number) =>
  wholeNumber(0, 36_500).check(z.refine((days) => days === 0 || days >= least, `must be 0 or at least ${least}`));

const secret = z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters')));

const SETTINGS = {
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z.prefault(wholeNumber(0, 65_535), '3000'),
  PUBLIC_URL: z.optional(httpUrl),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_OWNER_URL: z.optional(databaseUrl),
  DATABASE_READ_URL: z.optional(readUrl),
  DATABASE_READ_MAX_LAG_S: z.prefault(decimal(0.1, 3_600), '5'),
  DATABASE_POOL: z.prefault(wholeNumber(2, 200), '12'),
  DATABASE_CONNECT_TIMEOUT_S: z.prefault(decimal(0.1, 60), '5'),
  DATABASE_STATEMENT_TIMEOUT_S: z.prefault(decimal(0.1, 3_600), '30'),
  DATABASE_LOCK_TIMEOUT_S: z.prefault(decimal(0.1, 3_600), '10'),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_S: z.prefault(decimal(0.1, 3_600), '30'),
  APP_SECRET: secret,
  APP_SECRET_PREVIOUS: secret,
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_KEEP_DAYS: z.prefault(wholeNumber(1, 3_650), '7'),
  ADMIN_EMAIL: z.optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(6, 'must have at least 6 characters'))),
  SMTP_URL: z.optional(smtpUrl),
  MAIL_FROM: z._default(
    z
      .string()
      .check(z.regex(/^[^\r\n<>]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address like Muneem <no-reply@example.com>')),
    'Muneem <no-reply@localhost>',
  ),
  PLATFORM_API_KEY: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  CRON_KEY: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  PAYOUT_PROVIDER: z._default(z.enum(['bulkpe', 'razorpayx'], 'must be bulkpe or razorpayx'), 'bulkpe'),
  RAZORPAYX_BASE_URL: z._default(httpUrl, 'https://api.razorpay.com'),
  RAZORPAYX_ACCOUNT_NUMBER: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9]{5,35}$/, 'must be the number of the account that pays')),
  ),
  RAZORPAYX_WEBHOOK_SECRET: z.optional(z.string().check(z.minLength(8, 'must have at least 8 characters'))),
  BULKPE_BASE_URL: z._default(httpUrl, 'https://api.bulkpe.in'),
  /** Only for a new ledger, which stores it. */
  COINS_PER_RUPEE: z.optional(wholeNumber(1, 1_000_000)),
  REFERRAL_SHARE: z.prefault(decimal(0, 1), '0'),
  AUTO_PAYOUT_MAX_RUPEES: z.prefault(wholeNumber(0, 10_000_000), '1000'),
  CLICKS_PER_MINUTE: z.prefault(wholeNumber(1, 100_000_000), '6000'),
  // Below 90 days, clicks that Smart Poll still polls would be deleted.
  CLICK_RETENTION_DAYS: z.prefault(retentionDays(SMART_POLL.maxClickAgeDays), '0'),
  POSTBACK_LOG_RETENTION_DAYS: z.prefault(retentionDays(90), '0'),
  DELIVERY_ATTEMPT_RETENTION_DAYS: z.prefault(retentionDays(7), String(CUSTOM_POSTBACK_LIMITS.triesKeptDays)),
  AUDIT_RETENTION_DAYS: z.prefault(retentionDays(365), '0'),
  ARCHIVE_DIR: z.optional(z.string()),
  TRUST_PROXY: z.prefault(trustProxy, 'off'),
  /** A stop may take 10 s, and the requests in flight need the rest. */
  DRAIN_S: z.prefault(decimal(0, 5), '0'),
  EGRESS_ALLOW: z.prefault(cidrList, ''),
  SMART_POLL_EVERY_S: z.prefault(wholeNumber(1, 86_400), String(SMART_POLL.everyS)),
  SMART_POLL_MIN_AGE_S: z.prefault(wholeNumber(0, 86_400), String(SMART_POLL.minAgeS)),
  POSTBACK_RETRY_DELAYS_S: z.prefault(delays, '10,60,300,900,3600,7200,14400,28800,43200,86400'),
  PAYOUT_LOOKUP_DELAYS_S: z.prefault(delays, '90,300,900,3600'),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  CORS_ORIGINS: z.prefault(origins, ''),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(httpUrl),
  GEO_DB: z.optional(z.string()),
};

const settings = z.object(SETTINGS);

/** All validated settings, named like in the environment. `PUBLIC_URL` is always set. */
export type Config = Omit<z.infer<typeof settings>, 'PUBLIC_URL'> & { readonly PUBLIC_URL: string };

/**
 * Reads the settings from an environment. Empty values count as missing.
 * @throws ConfigError with one line per bad setting: its name and rule, never its value
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join('\n'));
  }
  if ((parsed.data.ADMIN_EMAIL === undefined) !== (parsed.data.ADMIN_PASSWORD === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
  }
  for (const name of ['POSTBACK_LOG_RETENTION_DAYS', 'AUDIT_RETENTION_DAYS'] as const)
    if (parsed.data[name] > 0 && parsed.data.ARCHIVE_DIR === undefined)
      throw new ConfigError(
        `ARCHIVE_DIR must be set when ${name} is: months are archived there before they are dropped`,
      );
  if (parsed.data.BACKUP_DIR !== undefined && parsed.data.DATABASE_URL !== undefined) {
    throw new ConfigError(
      'BACKUP_DIR backs up the embedded database: with DATABASE_URL use pgBackRest, see docs/operating.md',
    );
  }
  if (parsed.data.PAYOUT_PROVIDER === 'razorpayx' && parsed.data.RAZORPAYX_ACCOUNT_NUMBER === undefined) {
    throw new ConfigError('RAZORPAYX_ACCOUNT_NUMBER must be set when PAYOUT_PROVIDER is razorpayx');
  }
  return { ...parsed.data, PUBLIC_URL: parsed.data.PUBLIC_URL ?? ownUrl(parsed.data.HOST, parsed.data.PORT) };
}

/** @throws ConfigError if HOST cannot be part of a URL */
function ownUrl(host: string, port: number): string {
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(url)) throw new ConfigError('HOST must be a host name or an IP address');
  return url;
}
