import { fileURLToPath } from 'node:url';
import { sameSecret } from '#platform/crypto/index.ts';
import { addPoolFigures } from '#platform/database/index.ts';
import type { FeatureModule } from '#platform/feature-module/index.ts';
import { backupModule } from '#platform/embedded-backup/index.ts';
import { openLocations } from '#platform/geo/index.ts';
import {
  createHttpServer,
  installApiDocs,
  installHealth,
  installMetrics,
  installWebClient,
  purgeIdempotencyKeys,
  refuseCrossSite,
  type HttpServer,
} from '#platform/http/index.ts';
import { addJobFigures } from '#platform/jobs/index.ts';
import { applyRetention } from '#platform/retention/index.ts';
import { adminsModule, createAssignRole } from '#features/admins/index.ts';
import { auditModule } from '#features/audit/index.ts';
import { authModule, createSessionAuthenticator } from '#features/auth/index.ts';
import { bulkRunsModule } from '#features/bulk-runs/index.ts';
import { clicksModule } from '#features/clicks/index.ts';
import { conversionReportsModule } from '#features/conversion-reports/index.ts';
import { conversionsModule, readEventStatus } from '#features/conversions/index.ts';
import { customPostbacksModule } from '#features/custom-postbacks/index.ts';
import { evidenceModule } from '#features/evidence/index.ts';
import { exportsModule } from '#features/exports/index.ts';
import { ledgerModule, openCoinsPerRupee } from '#features/ledger/index.ts';
import { liveModule } from '#features/live/index.ts';
import { manualPaymentsModule } from '#features/manual-payments/index.ts';
import { networksModule } from '#features/networks/index.ts';
import { offerClaimsModule } from '#features/offer-claims/index.ts';
import { offersModule } from '#features/offers/index.ts';
import { payoutsModule } from '#features/payouts/index.ts';
import { platformApiModule } from '#features/platform-api/index.ts';
import { postbacksModule } from '#features/postbacks/index.ts';
import { problemsModule } from '#features/problems/index.ts';
import { createSetUp, setUpModule } from '#features/set-up/index.ts';
import { proposalsModule } from '#features/proposals/index.ts';
import { settingsModule } from '#features/settings/index.ts';
import { smartPollModule } from '#features/smart-poll/index.ts';
import { statsModule } from '#features/stats/index.ts';
import { usersModule } from '#features/users/index.ts';
import { openHolds, withdrawalsModule } from '#features/withdrawals/index.ts';
import { retainedKinds } from './retained-kinds.ts';
import { createPlatform, createProduct, openSettings, type AppDependencies, type AppPlatform } from './product.ts';

export type { AppDependencies } from './product.ts';

const WEB_CLIENT = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface App {
  readonly http: HttpServer;
  /** Starts background work: jobs, checkers, deliveries. */
  start(): Promise<void>;
  /** Asks proxies to take this server out. It still answers every request. */
  drain(): void;
  /** Finishes work in flight and stops. The database stays open. */
  stop(): Promise<void>;
}

/** Assembles the product from all features' modules. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { config, logger } = dependencies;
  const coinsPerRupee = await openCoinsPerRupee(dependencies, config.COINS_PER_RUPEE);
  const findLocation = await openLocations(config.GEO_DB, logger);
  const platform = await createPlatform(dependencies);
  const http = await openHttp(platform);
  const settings = await openSettings(platform);
  const product = createProduct(platform, { settings, coinsPerRupee, findLocation });
  const setUp = createSetUp(product);
  // Started in this order, stopped in reverse.
  const modules = [
    // Before the jobs, so that it stops after them: a job may still be paying.
    payoutsModule(product),
    platformModule(platform),
    // Stops before the jobs, so that a backup in progress ends at once.
    backupModule(platform),
    settingsModule(product),
    networksModule({ ...product, readStatus: readEventStatus }),
    offersModule(product),
    auditModule(product),
    statsModule({ ...product, setUp }),
    setUpModule({ ...product, setUp }),
    authModule({ ...product, assignRole: createAssignRole(product) }),
    adminsModule(product),
    conversionReportsModule(product),
    exportsModule(product),
    usersModule(product),
    problemsModule(product),
    ledgerModule({ ...product, openHolds, alertsTo: () => settings.current().adminEmail }),
    conversionsModule(product),
    postbacksModule(product),
    smartPollModule(product),
    customPostbacksModule(product),
    evidenceModule(product),
    manualPaymentsModule(product),
    offerClaimsModule(product),
    clicksModule(product),
    withdrawalsModule(product),
    bulkRunsModule(product),
    proposalsModule(product),
    platformApiModule(product),
    liveModule(product),
  ];
  return assemble(modules, platform, http);
}

async function openHttp({ config, database, clock, logger }: AppPlatform): Promise<HttpServer> {
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
  return http;
}

const platformModule = ({ jobs, mailer, caches, readDatabase, ...platform }: AppPlatform): FeatureModule => ({
  jobs: [
    { name: 'purge-idempotency-keys', cron: '41 3 * * *', handle: () => purgeIdempotencyKeys(platform) },
    {
      name: 'retention',
      cron: '47 3 * * *',
      expireInS: 4 * 3_600,
      async handle() {
        // An unconfirmed copy must not replace the original's archives.
        if (platform.restoredCopy.isUnconfirmed()) return;
        const dependencies = { ...platform, archiveDir: platform.config.ARCHIVE_DIR };
        const failures: unknown[] = [];
        for (const kind of retainedKinds(platform.config))
          await applyRetention(dependencies, kind).catch((error: unknown) => failures.push(error));
        if (failures.length > 0) throw new AggregateError(failures, 'not all old months were dropped');
      },
    },
  ],
  background: {
    start: () => jobs.start(),
    async stop() {
      await mailer.stop();
      await jobs.stop();
      caches.stop();
      await platform.tracer?.stop();
      await readDatabase.close();
    },
  },
  metrics(metrics) {
    addPoolFigures(metrics, platform.database);
    addJobFigures(metrics, platform.database);
    metrics.server(() => caches.lagMs() / 1000, {
      muneem_cache_lag_seconds: {
        help: 'Time since offers and settings in memory were known to be current',
        of: (seconds) => seconds,
      },
    });
    if (platform.tracer !== undefined) {
      metrics.server(() => platform.tracer?.figures, {
        muneem_spans_total: {
          help: 'Spans of traces, sent to the collector or dropped',
          label: 'outcome',
          of: (figures) => Object.entries(figures ?? {}),
        },
      });
    }
    if (platform.config.DATABASE_READ_URL === undefined) return;
    metrics.server(() => readDatabase.lagMs(), {
      muneem_replica_lag_seconds: {
        help: 'How far the read replica in use is behind. Absent while reads go to the primary',
        of: (ms) => ms && ms / 1000,
      },
      muneem_replica_used: {
        help: '1 while reports, exports and the audit log read a replica, 0 while they read the primary',
        of: (ms) => Number(ms !== null),
      },
    });
  },
});

async function assemble(
  modules: readonly FeatureModule[],
  { config, database, jobs, logger }: AppPlatform,
  http: HttpServer,
): Promise<App> {
  const ready = modules.flatMap(({ caches = [] }) => caches.map((cache) => cache.ready));
  await Promise.all(ready);
  // Not in parallel: each would open its own connection, which takes longer than its statement.
  for (const { prepare } of modules) await prepare?.();
  for (const module of modules) {
    module.routes?.(http);
    for (const job of module.jobs ?? []) jobs.define(job);
  }
  installHealth(http, database);
  if (config.METRICS_TOKEN !== undefined) {
    const { createMetrics } = await import('#platform/metrics/index.ts');
    const metrics = createMetrics(logger);
    for (const module of modules) module.metrics?.(metrics);
    installMetrics(http, config.METRICS_TOKEN, metrics);
  }
  installApiDocs(http);
  await installWebClient(http, WEB_CLIENT);
  const background = modules.flatMap((module) => module.background ?? []);
  return {
    http,
    async start() {
      for (const work of background) await work.start?.();
    },
    drain: () => void (http.isDraining = true),
    async stop() {
      await http.fastify.close();
      for (const work of background.toReversed()) await work.stop();
    },
  };
}
