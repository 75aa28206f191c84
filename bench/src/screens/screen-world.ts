import { startMailbox } from '@muneem/sandbox/mailbox';
import { createPlatformClient, giveCoins, signInAdmin, startProduct, type AdminSession } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { startBenchServer } from '../bench-database.ts';
import { seedCoins, seedOffers, seedUsers } from '../lists/seed-lists.ts';

const ADMIN = { email: 'asha@muneem.example', password: 'correct horse battery' };
const PLATFORM_KEY = 'bench-platform-key-0123456789';
/** Number of users, and of newest users with a withdrawal. */
const USERS = Number(process.env['BENCH_USERS'] ?? 1_000_000);
const ASKING = 130;
const OFFERS = 500;
const COINS = 300;

export interface ScreenWorld {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

/** Starts the product with the promised number of users and offers, and enough other rows to fill every list. */
export async function startScreenWorld(): Promise<ScreenWorld> {
  const server = await startBenchServer();
  const { database, environment } = await server.createDatabase('screens');
  await seedUsers(database, USERS);
  await seedCoins(database, USERS);
  await seedOffers(database, OFFERS);
  await database.pool.query('vacuum analyze');
  const mailbox = await startMailbox();
  const product = await startProduct({
    port: await freePort(26_000 + Math.floor(Math.random() * 900)),
    settings: {
      DATA_DIR: server.dataDir,
      ...environment,
      LOG_LEVEL: 'warn',
      SMTP_URL: mailbox.smtpUrl,
      PLATFORM_API_KEY: PLATFORM_KEY,
      EGRESS_ALLOW: '127.0.0.1/32',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const admin = await signInAdmin({ url: product.url, mailbox, ...ADMIN, remember: true });
  await fill(product.url, admin);
  return {
    url: product.url,
    token: admin.token,
    async close() {
      await product.stop();
      await mailbox.close();
      await server.stop();
    },
  };
}

async function fill(url: string, admin: AdminSession): Promise<void> {
  const platform = createPlatformClient({ url, key: PLATFORM_KEY });
  const people = Array.from({ length: ASKING }, (_, number) => ({ uid: `user-${number}`, name: `Asha Rao ${number}` }));
  await giveCoins({ platform, admin, people, coins: COINS, trackingUrl: 'https://network.example/click?c={click_id}' });
  for (const { uid } of people)
    await platform.requestWithdrawal({ uid, coins: COINS, paymentMethod: { type: 'upi', upiId: `${uid}@okbank` } });
}
