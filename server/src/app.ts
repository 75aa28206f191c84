import { fileURLToPath } from 'node:url';
import {
  createHttpServer,
  purgeIdempotencyKeys,
  installApiDocs,
  installHealth,
  installMetrics,
  installWebClient,
  refuseCrossSite,
  type HttpServer,
} from '#platform/http/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { Config } from '#platform/config/index.ts';
import { createSecretBox, deriveKey, sameSecret } from '#platform/crypto/index.ts';
import { watchCaches, type Database } from '#platform/database/index.ts';
import { openPlaces } from '#platform/geo/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { createMailer } from '#platform/mailer/index.ts';
import { createOutboundHttp, type ResolveName } from '#platform/outbound-http/index.ts';
import { registerAdminRoutes } from '#features/admins/index.ts';
import { registerAuditRoutes } from '#features/audit/index.ts';
import {
  createPasswordHasher,
  createSessionAuthenticator,
  ensureFirstAdmin,
  listAdminEmails,
  purgeAuth,
  registerAuthRoutes,
} from '#features/auth/index.ts';
import { createBulkRuns, registerBulkRunRoutes } from '#features/bulk-runs/index.ts';
import { createClickWriter, ensureClickPartitions, registerClickRoutes, expireClicks } from '#features/clicks/index.ts';
import { collectReversals, createRecordConversions, ensureConversionPartitions } from '#features/conversions/index.ts';
import { registerEvidenceRoutes } from '#features/evidence/index.ts';
import { registerPlatformApiRoutes } from '#features/platform-api/index.ts';
import {
  createActiveCustomPostbacks,
  ensureAttemptPartitions,
  runCustomPostbacks,
} from '#features/custom-postbacks/index.ts';
import { registerManualPaymentRoutes } from '#features/manual-payments/index.ts';
import { registerOfferClaimRoutes } from '#features/offer-claims/index.ts';
import { createOfferCatalog, registerOfferRoutes } from '#features/offers/index.ts';
import { ensurePostbackPartitions, registerPostbackRoutes } from '#features/postbacks/index.ts';
import { registerConversionReportRoutes } from '#features/conversion-reports/index.ts';
import { registerSmartPollRoutes } from '#features/smart-poll/index.ts';
import { registerLiveRoutes } from '#features/live/index.ts';
import { registerProblemRoutes } from '#features/problems/index.ts';
import { createSettings, registerSettingsRoutes } from '#features/settings/index.ts';
import { registerStatsRoutes } from '#features/stats/index.ts';
import { createLedgerChecker, ledgerMail, openBooks } from '#features/ledger/index.ts';
import { registerExportRoutes } from '#features/exports/index.ts';
import { registerUserRoutes } from '#features/users/index.ts';
import { openHolds } from '#features/withdrawals/index.ts';
import { composePayouts } from './compose-payouts.ts';

/** The built web client (`npm run build` of web/). */
const WEB_CLIENT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Work that goes on beside the requests. */
interface Background {
  start?(): Promise<void> | void;
  /** Finishes what is in flight. */
  stop(): Promise<void> | void;
}

export interface AppDependencies {
  readonly config: Config & { readonly APP_SECRET: string };
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  /** How names are resolved for outbound calls; default: as the system does. */
  readonly resolveName?: ResolveName;
}

export interface App {
  readonly http: HttpServer;
  /** Starts background work: jobs, checkers, deliveries. */
  start(): Promise<void>;
  /** Finishes what is in flight and stops; the database stays open. */
  stop(): Promise<void>;
}

/** Puts the whole product together; the only place that knows every feature. */
export async function createApp({ config, database, logger, clock, resolveName }: AppDependencies): Promise<App> {
  const coinsPerRupee = await openBooks({ database, clock }, config.COINS_PER_RUPEE);
  const findPlace = await openPlaces(config.GEO_DB, logger);
  const caches = watchCaches(database, logger);
  const jobs = createJobs(database, logger);
  const secrets = createSecretBox(config.APP_SECRET);
  const http = await createHttpServer({
    logger,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    https: config.PUBLIC_URL.startsWith('https://'),
    authenticators: {
      ...createSessionAuthenticator({ database, clock }),
      platform: (token) => config.PLATFORM_API_KEY !== undefined && sameSecret(token, config.PLATFORM_API_KEY),
    },
  });
  refuseCrossSite(http.fastify, { publicUrl: config.PUBLIC_URL, corsOrigins: config.CORS_ORIGINS });
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    dataDir: config.DATA_DIR,
    clock,
    logger,
  });
  // Started in this order, stopped in the opposite one.
  const background: Background[] = [
    { stop: () => caches.stop() },
    { start: () => jobs.start(), stop: () => jobs.stop() },
    { stop: () => mailer.stop() },
  ];

  // --- features (each adds its routes, its jobs and its background work) ---
  const settings = createSettings({
    database,
    caches,
    secrets,
    first: { domain: config.PUBLIC_URL, adminEmail: config.ADMIN_EMAIL },
  });
  await settings.load();
  const passwords = createPasswordHasher();
  registerSettingsRoutes(http, {
    database,
    clock,
    caches,
    secrets,
    settings,
    mailer,
    codeKey: deriveKey(config.APP_SECRET, 'settings-codes'),
    publicUrl: config.PUBLIC_URL,
    passwords,
    jobs,
  });
  registerOfferRoutes(http, { database, caches, secrets, clock, coinsPerRupee });
  registerAuditRoutes(http, { database });
  registerStatsRoutes(http, { database, clock, coinsPerRupee });
  await ensureFirstAdmin({
    database,
    clock,
    logger,
    passwords,
    email: config.ADMIN_EMAIL,
    password: config.ADMIN_PASSWORD,
  });
  const product = { publicUrl: config.PUBLIC_URL, systemName: () => settings.current().systemName };
  registerAuthRoutes(http, {
    database,
    clock,
    mailer,
    passwords,
    authKey: deriveKey(config.APP_SECRET, 'auth'),
    secrets,
    ...product,
  });
  registerAdminRoutes(http, { database, clock, jobs, mailer, passwords, ...product });
  jobs.schedule('auth-purge', '23 * * * *', () => purgeAuth({ database, clock }));
  registerConversionReportRoutes(http, { database, clock, jobs });
  registerExportRoutes(http, { database, clock });
  registerUserRoutes(http, { database, clock });
  registerProblemRoutes(http, { database, clock, jobs, mailer, systemName: () => settings.current().systemName });
  const ledger = createLedgerChecker({
    database,
    clock,
    logger,
    openHolds,
    onChange: (report) => {
      const { adminEmail, systemName } = settings.current();
      if (adminEmail !== '') mailer.sendLater(ledgerMail(report, { to: adminEmail, systemName }));
    },
  });
  jobs.schedule('check-ledger', '* * * * *', async () => void (await ledger.check()));

  const bulkRuns = createBulkRuns({ database, clock, logger, jobs });
  registerBulkRunRoutes(http, { database, bulkRuns });
  // The way of a reward: tracking link → click → postback → conversion → coins.
  const offers = createOfferCatalog({ database, caches, secrets, logger });
  const customPostbacks = createActiveCustomPostbacks({ database, caches });
  const clicks = createClickWriter(database);
  const ensurePartitions = async (): Promise<void> => {
    for (const ensure of [
      ensureClickPartitions,
      ensureConversionPartitions,
      ensurePostbackPartitions,
      ensureAttemptPartitions,
    ])
      await ensure(database, clock.now());
  };
  await Promise.all([offers.ready, customPostbacks.ready, ensurePartitions()]);
  registerClickRoutes(http, { database, clock, offers, clicks, clicksPerMinute: config.CLICKS_PER_MINUTE });
  expireClicks(jobs, { database, clock, retentionDays: config.CLICK_RETENTION_DAYS });
  const rules = { coinsPerRupee, referralShare: config.REFERRAL_SHARE };
  const recordConversions = createRecordConversions({ offers, customPostbacks, rules, findPlace });
  background.push(
    registerPostbackRoutes(http, {
      database,
      clock,
      logger,
      offers,
      recordConversions,
      settings: () => settings.current(),
    }),
  );
  const egress = { allow: config.EGRESS_ALLOW, resolve: resolveName };
  const pollHttp = createOutboundHttp(egress);
  background.push(
    { stop: () => pollHttp.close() },
    registerSmartPollRoutes(http, {
      database,
      clock,
      logger,
      jobs,
      offers,
      recordConversions,
      http: pollHttp,
      cronKey: config.CRON_KEY,
      publicUrl: config.PUBLIC_URL,
      everyS: config.SMART_POLL_EVERY_S,
      minAgeS: config.SMART_POLL_MIN_AGE_S,
    }),
  );
  const deliveries = runCustomPostbacks(http, {
    database,
    caches,
    secrets,
    clock,
    logger,
    jobs,
    mailer,
    offers,
    http: createOutboundHttp(egress),
    systemName: () => settings.current().systemName,
    publicUrl: config.PUBLIC_URL,
    adminEmails: listAdminEmails,
    retryDelaysS: config.POSTBACK_RETRY_DELAYS_S,
  });
  background.push(deliveries);
  registerEvidenceRoutes(http, { database, clock });
  jobs.schedule('collect-reversals', '* * * * *', async () => void (await collectReversals({ database, clock })));
  registerManualPaymentRoutes(http, { database, clock, offers, recordConversions, bulkRuns });
  registerOfferClaimRoutes(http, { database, clock });
  background.push({ stop: () => clicks.drain() });
  jobs.schedule('ensure-partitions', '7 3 * * *', ensurePartitions);

  const payoutHttp = createOutboundHttp({ ...egress, keepAlive: false });
  const payoutWork = composePayouts(http, {
    config,
    database,
    clock,
    logger,
    jobs,
    mailer,
    settings,
    payoutHttp,
    bulkRuns,
  });
  const { payouts } = payoutWork;
  // At the front: stopped after everything that may still be paying.
  background.unshift({ stop: () => payoutWork.stop() });
  background.push({ stop: () => bulkRuns.stop() });

  registerPlatformApiRoutes(http, {
    database,
    clock,
    offers,
    clicks,
    rewardRules: rules,
    jobs,
    payouts,
    settings,
    coinsPerRupee,
    publicUrl: config.PUBLIC_URL,
    apiKey: config.PLATFORM_API_KEY,
  });
  jobs.schedule('purge-idempotency-keys', '41 3 * * *', () => purgeIdempotencyKeys({ database, clock }));

  // --- what every feature's routes are seen through ---
  registerLiveRoutes(http, { database, clock, logger });
  installHealth(http, database);
  if (config.METRICS_TOKEN !== undefined) installMetrics(http, config.METRICS_TOKEN, database, deliveries.metrics);
  installApiDocs(http);
  await installWebClient(http, WEB_CLIENT);

  return {
    http,
    async start() {
      for (const work of background) await work.start?.();
    },
    async stop() {
      await http.fastify.close();
      for (const work of background.toReversed()) await work.stop();
    },
  };
}
