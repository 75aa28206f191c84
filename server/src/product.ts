import type { Clock } from '#platform/clock/index.ts';
import type { AppSecrets, Config } from '#platform/config/index.ts';
import { createSecretBox } from '#platform/crypto/index.ts';
import { openReadDatabase, sessionLimits, watchCaches, type Database } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { FindLocation } from '#platform/geo/index.ts';
import { createJobs, type JobRunner } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { createMailer } from '#platform/mailer/index.ts';
import { createOutboundHttp, type ResolveName } from '#platform/outbound-http/index.ts';
import { blockCalls, watchRestores } from '#platform/restored-copy/index.ts';
import { openHashKey } from '#platform/stored-secrets/index.ts';
import { createTracer } from '#platform/tracing/index.ts';
import { createPasswordHasher } from '#features/auth/index.ts';
import { createBulkRuns } from '#features/bulk-runs/index.ts';
import { createClickWriter } from '#features/clicks/index.ts';
import { createRecordConversions } from '#features/conversions/index.ts';
import { createActiveCustomPostbacks } from '#features/custom-postbacks/index.ts';
import { createOfferCatalog } from '#features/offers/index.ts';
import { openPayouts } from '#features/payouts/index.ts';
import { createSettings, findUsedSecret, type Settings } from '#features/settings/index.ts';
import { createPayoutEffects } from '#features/withdrawals/index.ts';

export interface AppDependencies {
  readonly config: Config & AppSecrets;
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Resolves names for outbound calls. Default: the system's resolver. */
  readonly resolveName?: ResolveName;
}

export interface AppPlatform extends Platform {
  readonly jobs: JobRunner;
}

/** Throws if APP_SECRET does not belong to this database. Checked first, because it also decrypts the hash key. */
export async function createPlatform({ resolveName, ...dependencies }: AppDependencies): Promise<AppPlatform> {
  const { config, database, logger, clock } = dependencies;
  const secrets = createSecretBox(config.APP_SECRET, config.APP_SECRET_PREVIOUS);
  const hashKey = await openHashKey(database, secrets, await findUsedSecret(database, secrets, config));
  const caches = watchCaches(database, logger);
  const restoredCopy = watchRestores(database, caches);
  await restoredCopy.load();
  if (restoredCopy.isUnconfirmed())
    logger.warn('this database is a restored copy: nothing is paid, mailed or delivered until npm run confirm-restore');
  return {
    ...dependencies,
    caches,
    restoredCopy,
    readDatabase: openReadDatabase(
      database,
      {
        url: config.DATABASE_READ_URL,
        maxLagMs: config.DATABASE_READ_MAX_LAG_S * 1_000,
        max: config.DATABASE_POOL,
        ...sessionLimits(config),
      },
      logger,
    ),
    jobs: createJobs(database, logger),
    secrets,
    hashKey,
    tracer:
      config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : createTracer(config.OTEL_EXPORTER_OTLP_ENDPOINT, logger),
    mailer: createMailer({
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM,
      dataDir: config.DATA_DIR,
      clock,
      logger,
      isUnconfirmed: restoredCopy.isUnconfirmed,
    }),
    openHttp: (options) =>
      blockCalls(createOutboundHttp({ allow: config.EGRESS_ALLOW, resolve: resolveName, ...options }), restoredCopy),
  };
}

export async function openSettings(platform: Platform): Promise<Settings> {
  const { PUBLIC_URL: domain, ADMIN_EMAIL: adminEmail } = platform.config;
  const settings = createSettings({ ...platform, first: { domain, adminEmail } });
  await settings.load();
  return settings;
}

interface ProductInputs {
  readonly settings: Settings;
  readonly coinsPerRupee: number;
  readonly findLocation: FindLocation;
}

/** Creates the parts that several features share. Each part uses only earlier ones. */
export function createProduct<P extends Platform>(
  platform: P,
  { settings, coinsPerRupee, findLocation }: ProductInputs,
) {
  const offers = createOfferCatalog(platform);
  const customPostbacks = createActiveCustomPostbacks(platform);
  const rewardRules = { coinsPerRupee, referralShare: platform.config.REFERRAL_SHARE };
  const apiKey = (): string | null => settings.current().bulkpeApiKey;
  return {
    ...platform,
    publicUrl: platform.config.PUBLIC_URL,
    systemName: (): string => settings.current().systemName,
    settings,
    coinsPerRupee,
    rewardRules,
    passwords: createPasswordHasher(),
    bulkRuns: createBulkRuns({ ...platform, coinsPerRupee }),
    offers,
    customPostbacks,
    clicks: createClickWriter({ ...platform, findLocation }),
    recordConversions: createRecordConversions({ offers, customPostbacks, rules: rewardRules, findLocation }),
    payouts: openPayouts({ ...platform, apiKey, effects: createPayoutEffects(platform) }),
  };
}
