import { startPayoutProvider, type PayoutProvider } from '@muneem/sandbox/payout-provider';
import { startMailbox } from '@muneem/sandbox/mailbox';
import {
  createPlatformClient,
  setPayoutKey,
  signInAdmin,
  startProduct,
  type AdminSession,
  type PlatformClient,
  type Product,
} from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import type { Database } from '@muneem/server/platform/database/index.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@muneem/server/platform/embedded-postgresql/index.ts';
import { openForChecks } from '../check-database.ts';

const ADMIN = { email: 'admin@muneem.example', password: 'alert-drill' };
const PAYOUT_KEY = 'alert-drill-payout-key';
const PLATFORM_API_KEY = 'alert-drill-platform-key';
const FIRST_PORT = 9_180;

/** A real server with its own database and payout provider. */
export interface AlertWorld {
  readonly product: Product;
  readonly postgres: EmbeddedPostgres;
  /** As superuser. */
  readonly database: Database;
  readonly provider: PayoutProvider;
  readonly admin: AdminSession;
  readonly platform: PlatformClient;
  readonly metricsToken: string;
  stop(): Promise<void>;
}

export async function startAlertWorld(folder: string): Promise<AlertWorld> {
  const metricsToken = 'alert-drill-metrics-token';
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const mailbox = await startMailbox();
  const provider = await startPayoutProvider({ apiKey: PAYOUT_KEY });
  const product = await startProduct({
    port: await freePort(FIRST_PORT),
    settings: {
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      DATABASE_OWNER_URL: postgres.ownerUrl,
      DATABASE_LOCK_TIMEOUT_S: '4',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SMTP_URL: mailbox.smtpUrl,
      PLATFORM_API_KEY,
      METRICS_TOKEN: metricsToken,
      BULKPE_BASE_URL: provider.url,
      EGRESS_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'fatal',
    },
  });
  const admin = await signInAdmin({ url: product.url, mailbox, ...ADMIN });
  await setPayoutKey(admin, mailbox, ADMIN.email, PAYOUT_KEY);
  const database = openForChecks(postgres.superuserUrl);
  return {
    product,
    postgres,
    database,
    provider,
    admin,
    platform: createPlatformClient({ url: product.url, key: PLATFORM_API_KEY }),
    metricsToken,
    async stop() {
      await product.stop();
      await database.close();
      await provider.close();
      await mailbox.close();
      await postgres.stop();
    },
  };
}
