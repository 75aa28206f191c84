import { startPayoutProvider } from '@muneem/sandbox/payout-provider';
import { startMailbox } from '@muneem/sandbox/mailbox';
import { createPlatformClient, setPayoutKey, signInAdmin, startProduct } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { startEmbeddedPostgres } from '@muneem/server/platform/embedded-postgresql/index.ts';
import { openForChecks } from '../check-database.ts';

const ADMIN = { email: 'admin@muneem.example', password: 'alert-drill' };
const PAYOUT_KEY = 'alert-drill-payout-key';
const PLATFORM_API_KEY = 'alert-drill-platform-key';
const FIRST_PORT = 9_180;

export type AlertWorld = Awaited<ReturnType<typeof startAlertWorld>>;

/** Starts a real server with its own database and payout provider. */
export async function startAlertWorld(folder: string) {
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
    /** As superuser. */
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
