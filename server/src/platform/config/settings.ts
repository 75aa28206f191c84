import { CUSTOM_POSTBACK_LIMITS } from '@muneem/contract/custom-postbacks';
import { SMART_POLL } from '@muneem/contract/smart-poll';
import * as z from 'zod/mini';
import {
  cidrList,
  databaseUrl,
  decimal,
  delays,
  groupRoles,
  httpUrl,
  LOG_LEVELS,
  onOff,
  origins,
  readUrl,
  retentionDays,
  safeUrl,
  secret,
  smtpUrl,
  trustProxy,
  webhookSecret,
  wholeNumber,
} from './setting-schemas.ts';

interface Setting<Schema extends z.ZodMiniType> {
  readonly schema: Schema;
  /** For docs/settings.md. */
  readonly meaning: string;
  /** For docs/settings.md, if the schema does not know it. */
  readonly shownDefault?: string | undefined;
}

const setting = <Schema extends z.ZodMiniType>(
  schema: Schema,
  meaning: string,
  shownDefault?: string,
): Setting<Schema> => ({ schema, meaning, shownDefault });

const text = z.optional(z.string());
const key = z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters')));
const seconds = (most: number, unset: string) => z.prefault(decimal(0.1, most), unset);

/** Every setting of the environment, in the order of docs/settings.md. */
export const SETTINGS = {
  HOST: setting(z._default(z.string(), '127.0.0.1'), 'the address to listen on'),
  PORT: setting(z.prefault(wholeNumber(0, 65_535), '3000'), 'the port to listen on'),
  PUBLIC_URL: setting(
    z.optional(httpUrl),
    'the address of this server in emails and postback URLs',
    'http://HOST:PORT',
  ),
  DATA_DIR: setting(
    z._default(z.string(), './data'),
    'the folder of the embedded database, the outbox and generated secrets',
  ),
  DATABASE_URL: setting(
    z.optional(databaseUrl),
    'an external PostgreSQL, one host or several: `postgres://user@h1,h2/muneem`',
    'unset: embedded',
  ),
  DATABASE_POOL: setting(z.prefault(wholeNumber(2, 200), '12'), 'connections of this server to the database'),
  DATABASE_OWNER_URL: setting(
    z.optional(databaseUrl),
    'the same database, signed in as the role that owns the tables; runs the migrations. If unset, only the triggers protect the ledger, and each start logs a warning',
    'DATABASE_URL',
  ),
  DATABASE_READ_URL: setting(
    z.optional(readUrl),
    'read replicas for reports, exports, evidence and the audit log, one host or several',
  ),
  DATABASE_READ_MAX_LAG_S: setting(
    seconds(3_600, '5'),
    'if a replica lags more than this many seconds, reads go to the primary',
  ),
  DATABASE_CONNECT_TIMEOUT_S: setting(seconds(60, '5'), 'the time to open a connection'),
  DATABASE_STATEMENT_TIMEOUT_S: setting(seconds(3_600, '30'), 'the limit of a statement'),
  DATABASE_LOCK_TIMEOUT_S: setting(seconds(3_600, '10'), 'the limit of a wait for a lock'),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_S: setting(seconds(3_600, '30'), 'the limit of an idle transaction'),
  APP_SECRET: setting(
    secret,
    'encrypts stored secrets (AES-256-GCM); all servers need the same',
    'generated into DATA_DIR',
  ),
  APP_SECRET_PREVIOUS: setting(secret, 'still decrypts stored secrets while APP_SECRET is replaced'),
  BACKUP_DIR: setting(text, 'the folder of nightly backups and archived WAL of the embedded database'),
  BACKUP_KEEP_DAYS: setting(z.prefault(wholeNumber(1, 3_650), '7'), 'the days to which the database can be restored'),
  ADMIN_EMAIL: setting(
    z.optional(z.email('must be an email address')),
    'with ADMIN_PASSWORD: creates the first administrator when there is none',
  ),
  ADMIN_PASSWORD: setting(
    z.optional(z.string().check(z.minLength(6, 'must have at least 6 characters'))),
    'the password of ADMIN_EMAIL',
  ),
  OIDC_ISSUER: setting(
    z.optional(safeUrl('https://login.example.com')),
    "signs administrators in by the company's identity provider (OpenID Connect): its issuer. Register `PUBLIC_URL/api/auth/oidc/callback` there, and `PUBLIC_URL/webhooks/oidc-logout` for back-channel logout",
  ),
  OIDC_CLIENT_ID: setting(text, 'the client id that the identity provider gave; required with OIDC_ISSUER'),
  OIDC_CLIENT_SECRET: setting(text, 'the secret of that client; required with OIDC_ISSUER'),
  OIDC_NAME: setting(text, 'the name on the button "Sign in with …"', 'the host of OIDC_ISSUER'),
  OIDC_ROLES: setting(
    z.prefault(groupRoles, ''),
    'the roles of its groups: `finance-team:finance,support-team:support`. The claim `groups` is read at each sign-in, and the first entry that fits decides. A person in no named group is refused. Empty: owners decide the roles here',
  ),
  OIDC_ONLY: setting(
    z.prefault(onOff, 'off'),
    'on: only the identity provider signs in. Password and code work for one administrator, the oldest active owner',
  ),
  SMTP_URL: setting(
    z.optional(smtpUrl),
    'real mail: `smtp://user:password@host:587`. Without it, each mail is a file in DATA_DIR/outbox, and the log names it',
  ),
  MAIL_FROM: setting(
    z._default(
      z
        .string()
        .check(z.regex(/^[^\r\n<>]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address like Muneem <no-reply@example.com>')),
      'Muneem <no-reply@localhost>',
    ),
    'the sender of mails',
  ),
  PLATFORM_API_KEY: setting(key, "enables the consumer app's API; the app sends it as its bearer token"),
  CRON_KEY: setting(key, 'enables the external cron endpoint: `GET /api/cron/smart-poll?key=…`'),
  PAYOUT_PROVIDER: setting(
    z._default(z.enum(['bulkpe', 'razorpayx'], 'must be bulkpe or razorpayx'), 'bulkpe'),
    'the payout provider: bulkpe or razorpayx',
  ),
  BULKPE_BASE_URL: setting(z._default(httpUrl, 'https://api.bulkpe.in'), 'the API of Bulkpe'),
  RAZORPAYX_BASE_URL: setting(z._default(httpUrl, 'https://api.razorpay.com'), 'the API of RazorpayX'),
  RAZORPAYX_ACCOUNT_NUMBER: setting(
    z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{5,35}$/, 'must be the number of the account that pays'))),
    'the account that pays; required for razorpayx',
  ),
  RAZORPAYX_WEBHOOK_SECRET: setting(
    z.optional(z.string().check(z.minLength(8, 'must have at least 8 characters'))),
    'the secret that signs /webhooks/razorpayx',
  ),
  COINS_PER_RUPEE: setting(
    z.optional(wholeNumber(1, 1_000_000)),
    'stored at the first start; later the server does not start with a different value',
    '1 for a new database',
  ),
  REFERRAL_SHARE: setting(
    z.prefault(decimal(0, 1), '0'),
    "the referrer's reward as a share of the user's reward, from 0 to 1",
  ),
  AUTO_PAYOUT_MAX_RUPEES: setting(
    z.prefault(wholeNumber(0, 10_000_000), '1000'),
    'the largest withdrawal that Auto Payout approves, and the default limit per user and day',
  ),
  CLICKS_PER_MINUTE: setting(
    z.prefault(wholeNumber(1, 100_000_000), '6000'),
    'visits of tracking links per server from one IPv4 address or IPv6 /56; further visits get a 429 page',
  ),
  CLICK_RETENTION_DAYS: setting(
    // Below 90 days, clicks that Smart Poll still polls would be deleted.
    z.prefault(retentionDays(SMART_POLL.maxClickAgeDays), '0'),
    'age in days (at least 90) at which a click without conversion, claim or payment is deleted; 0 keeps all. A postback for a deleted click pays nothing',
  ),
  POSTBACK_LOG_RETENTION_DAYS: setting(
    z.prefault(retentionDays(90), '0'),
    'age in days (at least 90) at which a month of the postback log is archived and dropped; 0 keeps all',
  ),
  AUDIT_RETENTION_DAYS: setting(
    z.prefault(retentionDays(365), '0'),
    'age in days (at least 365) at which a month of the audit log is archived and dropped; 0 keeps all',
  ),
  AUDIT_STREAM_URL: setting(
    z.optional(safeUrl('https://siem.example.com/muneem')),
    'sends every entry of the audit log to this URL: at least once, in order, signed by Standard Webhooks. The first time it sends the whole log. A private address must be in EGRESS_ALLOW',
  ),
  AUDIT_STREAM_SECRET: setting(
    z.optional(webhookSecret),
    'the key of these signatures, which the receiver has too: `whsec_` and 24 to 64 random bytes in Base64; required with AUDIT_STREAM_URL',
  ),
  DELIVERY_ATTEMPT_RETENTION_DAYS: setting(
    z.prefault(retentionDays(7), String(CUSTOM_POSTBACK_LIMITS.triesKeptDays)),
    'age in days (at least 7) at which a month of outbound delivery attempts is dropped; 0 keeps all',
  ),
  ARCHIVE_DIR: setting(
    text,
    'the folder for archives (compressed CSV) of dropped months. Required for the postback log and the audit log. Share it between servers',
  ),
  TRUST_PROXY: setting(
    z.prefault(trustProxy, 'off'),
    "behind a proxy: the number of hops, or the proxies' IP addresses. `on` trusts X-Forwarded-For completely: use it only if clients cannot reach the server directly and the proxy replaces that header",
  ),
  DRAIN_S: setting(
    // A stop may take 10 s, and the requests in flight need the rest.
    z.prefault(decimal(0, 5), '0'),
    'with several servers behind a proxy: the seconds (at most 5) between SIGTERM and the stop. Meanwhile `/readyz` answers 503, each answer ends its connection, and every request is served',
  ),
  EGRESS_ALLOW: setting(z.prefault(cidrList, ''), 'private ranges that outbound calls may reach (CIDR list)'),
  SMART_POLL_EVERY_S: setting(
    z.prefault(wholeNumber(1, 86_400), String(SMART_POLL.everyS)),
    'the interval of the smart poll',
  ),
  SMART_POLL_MIN_AGE_S: setting(
    z.prefault(wholeNumber(0, 86_400), String(SMART_POLL.minAgeS)),
    'the age of a click from which the smart poll asks for it',
  ),
  POSTBACK_RETRY_DELAYS_S: setting(
    z.prefault(delays, '10,60,300,900,3600,7200,14400,28800,43200,86400'),
    'the delays between the attempts of an outbound delivery',
  ),
  PAYOUT_LOOKUP_DELAYS_S: setting(
    z.prefault(delays, '90,300,900,3600'),
    'the delays before an unknown payout is looked up, then hourly',
  ),
  GEO_DB: setting(
    text,
    "a City database in the MaxMind format (.mmdb), such as GeoLite2 City. It adds the city, state and country of the click's IP address to conversions. Read at the start",
  ),
  CORS_ORIGINS: setting(z.prefault(origins, ''), 'other origins that may call the API'),
  METRICS_TOKEN: setting(
    key,
    'enables /metrics for Prometheus; `deploy/` has the scrape configuration, alert rules and a Grafana dashboard',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.optional(httpUrl),
    'sends traces to this OpenTelemetry collector (OTLP over HTTP, such as http://127.0.0.1:4318): one trace for each click',
  ),
  LOG_LEVEL: setting(
    z._default(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
    'pino JSON logs, secrets redacted',
  ),
};

/** Describes the settings for docs/settings.md. */
export const describeSettings = (): readonly { name: string; default: string; meaning: string }[] =>
  Object.entries<Setting<z.ZodMiniType>>(SETTINGS).map(([name, { schema, meaning, shownDefault }]) => {
    const { defaultValue } = schema._zod.def as { defaultValue?: unknown };
    const value = defaultValue === undefined ? 'unset' : String(defaultValue) || 'empty';
    return { name, default: shownDefault ?? value, meaning };
  });
