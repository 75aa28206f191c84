import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAdNetwork, type AdNetwork } from '@muneem/sandbox/ad-network';
import { startMailbox, type Mailbox } from '@muneem/sandbox/mailbox';
import { startPayoutProvider, type PayoutProvider } from '@muneem/sandbox/payout-provider';
import { verifySession } from '@muneem/contract/auth';
import {
  createPlatformClient,
  signInAdmin,
  startProduct,
  type AdminSession,
  type PlatformClient,
  type Product,
} from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';

export const ADMIN = { email: 'asha@muneem.example', password: 'correct horse battery' };
const PLATFORM_KEY = 'e2e-platform-key-0123456789';
export const PAYOUT_KEY = 'e2e-payout-key-7788';
/** Each worker has 1,000 ports: two that start together must not find the same one free. */
const FIRST_PORT = 21_000;

/** The real product on a fresh database, with a real SMTP server, a payout provider and an ad network. */
export interface TestWorld {
  readonly product: Product;
  /** The consumer app. */
  readonly platform: PlatformClient;
  readonly mailbox: Mailbox;
  readonly provider: PayoutProvider;
  readonly network: AdNetwork;
  /** Calls the API as the first administrator. */
  readonly call: AdminSession['call'];
  /** Another session of the first administrator, for the page. */
  signInPage(): Promise<AdminSession>;
  close(): Promise<void>;
}

/** @param behindMs how far the product's clock starts in the past, until `product.setBehind` moves it */
export async function startTestWorld(worker: number, behindMs = 0): Promise<TestWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-e2e-'));
  const mailbox = await startMailbox();
  const provider = await startPayoutProvider({ apiKey: PAYOUT_KEY, openingBalanceRupees: 50_000 });
  const network = await startAdNetwork();
  const product = await startProduct({
    port: await freePort(FIRST_PORT + worker * 1_000 + Math.floor(Math.random() * 900)),
    behindMs,
    settings: {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SMTP_URL: mailbox.smtpUrl,
      PLATFORM_API_KEY: PLATFORM_KEY,
      BULKPE_BASE_URL: provider.url,
      EGRESS_ALLOW: '127.0.0.1/32',
      CRON_KEY: 'e2e-cron-key-0123456789',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const signIn = () => signInAdmin({ url: product.url, mailbox, ...ADMIN });
  const openSession = untilEnded(signIn);
  return {
    product,
    platform: createPlatformClient({ url: product.url, key: PLATFORM_KEY }),
    mailbox,
    provider,
    network,
    call: async (route, input) => (await openSession()).call(route, input),
    signInPage: untilEnded(signIn),
    async close() {
      const code = await product.stop();
      await Promise.all([mailbox.close(), provider.close(), network.close()]);
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The product ended with ${code} instead of 0.\n${product.output()}`);
      const errors = product.output().match(/^\{"level":[56]0.*$/gm);
      if (errors !== null) throw new Error(`The product logged errors.\n${errors.join('\n')}`);
    },
  };
}

/** Shares one session between the tests of a worker until a test ends it. A sign-in costs a password hash and a mail. */
function untilEnded(signIn: () => Promise<AdminSession>): () => Promise<AdminSession> {
  let session: AdminSession | undefined;
  return async () => {
    const isOpen = await session?.call(verifySession, {}).catch(() => undefined);
    if (session === undefined || isOpen === undefined) session = await signIn();
    return session;
  };
}
