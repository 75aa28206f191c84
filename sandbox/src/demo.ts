import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listUsers } from '@muneem/contract/users';
import { readDemoConfig, type DemoConfig } from './config.ts';
import { DEMO_UIDS, numberOfPerson, startCrowd, type Crowd } from './crowd/index.ts';
import { box, counter, say } from './demo/console.ts';
import { keepSecrets, type DemoSecrets } from './demo/demo-secrets.ts';
import { makeHistory } from './demo/make-history.ts';
import { prepareCustomPostbacks } from './demo/prepare-custom-postbacks.ts';
import { prepareOffers } from './demo/prepare-offers.ts';
import { prepareTeam, TEAM_ROLES } from './demo/prepare-team.ts';
import { pulseOffer } from './demo/pulse-offer.ts';
import { addSecondOwner, proposeActs, SECOND_OWNER } from './demo/second-owner.ts';
import { PAYOUT_KEY, PAYOUT_MOODS, startWorld, type World } from './demo/world.ts';
import { createWorldClock } from './demo/world-clock.ts';
import { writeDemoCities } from './geo/index.ts';
import { SANDBOX_CLIENT, type IdentityProvider } from './identity-provider/index.ts';
import {
  createPlatformClient,
  setPayoutKey,
  signInAdmin,
  startProduct,
  type AdminSession,
  type Product,
} from './product/index.ts';
import { freePort } from './web-kit/index.ts';

const ADMIN = { email: 'admin@muneem.example', password: 'muneem-demo' };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STOP_WITHIN_MS = 9_500;
/** Length of a new demo's history. Partitions reach back one day further. */
const HISTORY_MS = 30 * 86_400_000;

interface Running {
  world?: World;
  product?: Product;
  crowd?: Crowd;
  stopPulse?: () => void;
  stopping: boolean;
}

async function main(running: Running): Promise<void> {
  const config = readDemoConfig(ROOT, process.argv.slice(2));
  mkdirSync(config.dataDir, { recursive: true });
  const port = await freePort(config.port, config.host);
  if (port !== config.port) say(`Port ${config.port} is taken by another program: the demo uses ${port}.`);

  say('  Starting the sandbox and the product');
  const secrets = keepSecrets(config.dataDir);
  const clock = createWorldClock(secrets.areNew ? HISTORY_MS : 0, () => product);
  const world = await startWorld({
    firstPort: config.sandboxPort,
    dataDir: config.dataDir,
    now: clock.now,
    signsInTo: config.hasIdentityProvider ? `http://${config.host}:${port}` : undefined,
  });
  running.world = world;
  await writeDemoCities(citiesFile(config));
  const product = await startWithSettings(config, { port, world, secrets, behindMs: clock.behindMs() });
  running.product = product;
  world.payouts.webhooks.set({ url: `${product.url}/webhooks/bulkpe` });
  void product.ended.then((code) => {
    if (running.stopping) return;
    console.error(`The product has ended unexpectedly (${code}).\n${product.output().trim()}`);
    void stop(running, 1);
  });

  say(`  Signing in as ${ADMIN.email}, with the code from the mailbox`);
  const { mailbox, network } = world;
  const admin = await signInAdmin({ url: product.url, mailbox, ...ADMIN, remember: true });
  await setPayoutKey(admin, mailbox, ADMIN.email, PAYOUT_KEY);
  const offers = await prepareOffers(admin, network, product.url);
  await prepareCustomPostbacks(admin, offers.open, world.tracking.url);
  const earlier = await countEarlier(admin);

  const platform = createPlatformClient({ url: product.url, key: secrets.platformKey });
  if (earlier >= config.people) say(`  People: ${earlier} from earlier runs`);
  else {
    const team = { admin, owner: ADMIN, productUrl: product.url, mailbox };
    if (earlier === 0) await addSecondOwner(team);
    await makeHistory({
      productUrl: product.url,
      platform,
      admin,
      network,
      clock,
      cronKey: secrets.cronKey,
      offers: offers.open,
      from: earlier + 1,
      to: config.people,
      progress: counter('A month of people, clicks, conversions and withdrawals', config.people - earlier),
    });
    if (earlier === 0) await proposeActs({ ...team, platform });
  }
  await clock.catchUp();
  if (world.identity !== undefined)
    await prepareTeam(admin, { productUrl: product.url, mailbox, password: ADMIN.password });
  world.payouts.faults.set(PAYOUT_MOODS);
  // Earlier codes were for the sandbox. The next code in the mailbox is for the person who signs in.
  mailbox.clear();
  if (running.stopping) return;
  say(`\n${welcome(product.url, world, secrets.platformKey)}\n`);

  running.stopPulse = pulseOffer(admin, offers.pulsingId);
  running.crowd = startCrowd({
    productUrl: product.url,
    platform,
    offerIds: offers.open.map(({ offerId }) => offerId),
    people: Math.max(earlier, config.people),
    actsPerSecond: config.actsPerSecond,
  });
  say(`  The crowd is at work: about ${Math.round(config.actsPerSecond * 60)} things a minute.`);
  say(`  Ctrl-C stops everything. The data stays in ${config.dataDir}.`);
}

const citiesFile = ({ dataDir }: DemoConfig): string => resolve(dataDir, 'cities.mmdb');

/** @returns the number of simulated users that exist from earlier runs */
async function countEarlier(admin: AdminSession): Promise<number> {
  const { users } = await admin.call(listUsers, {
    query: { search: DEMO_UIDS, sort: 'createdAt', order: 'desc', limit: 20 },
  });
  // Users that joined in parallel: the newest may not have the highest number.
  return Math.max(0, ...users.map(({ uid }) => numberOfPerson(uid)));
}

function startWithSettings(
  config: DemoConfig,
  { port, world, secrets, behindMs }: { port: number; world: World; secrets: DemoSecrets; behindMs: number },
): Promise<Product> {
  const logFile = join(config.dataDir, 'server.log');
  rmSync(logFile, { force: true });
  return startProduct({
    host: config.host,
    port,
    logFile,
    behindMs,
    settings: {
      DATA_DIR: config.dataDir,
      LOG_LEVEL: 'warn',
      SMTP_URL: world.mailbox.smtpUrl,
      PLATFORM_API_KEY: secrets.platformKey,
      BULKPE_BASE_URL: world.payouts.url,
      EGRESS_ALLOW: '127.0.0.1/32',
      CRON_KEY: secrets.cronKey,
      // Simulated users and networks come through a proxy. The person who uses the demo does not.
      TRUST_PROXY: '127.0.0.1/32',
      GEO_DB: citiesFile(config),
      POSTBACK_RETRY_DELAYS_S: '5,20,60,300',
      PAYOUT_LOOKUP_DELAYS_S: '8,20,60,300',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...(world.identity === undefined ? {} : identitySettings(world.identity)),
      ...config.passedOn,
    },
  });
}

const identitySettings = ({ url }: IdentityProvider) => ({
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: SANDBOX_CLIENT.id,
  OIDC_CLIENT_SECRET: SANDBOX_CLIENT.secret,
  OIDC_NAME: 'Example Rewards',
  OIDC_ROLES: TEAM_ROLES,
});

const welcome = (url: string, { mailbox, payouts, network, tracking, identity }: World, platformKey: string): string =>
  box('Muneem is running, and a small world around it', [
    ['Open', url],
    ['Email', ADMIN.email],
    ['Password', ADMIN.password],
    ['One-time code', `${mailbox.url}  (appears there after Login)`],
    ['Second owner', `${SECOND_OWNER.email}, with the same password`],
    ...(identity === undefined
      ? []
      : ([
          ['Or by the company', 'press "Sign in with Example Rewards" and choose a person'],
          ['Identity provider', `${identity.url}  (its people, keys and faults)`],
        ] as const)),
    ['', ''],
    ['Mail server', mailbox.smtpUrl],
    ['Payout provider', `${payouts.url}  (its book and its faults)`],
    ['Ad network', network.url],
    ['Tracking company', `${tracking.url}/postback`],
    ['Platform API key', platformKey],
    ['API', `${url}/api/docs`],
  ]);

async function stop(running: Running, code: number): Promise<void> {
  if (running.stopping) return;
  running.stopping = true;
  setTimeout(() => process.exit(code === 0 ? 1 : code), STOP_WITHIN_MS).unref();
  running.stopPulse?.();
  await Promise.allSettled([running.crowd?.stop(), running.product?.stop()]);
  await running.world?.close();
  process.exit(code);
}

const running: Running = { stopping: false };
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!running.stopping) say('\nStopping…');
    void stop(running, 0);
  });
}
try {
  await main(running);
} catch (error) {
  if (!running.stopping) {
    console.error(`The demo could not start: ${error instanceof Error ? error.message : String(error)}`);
    await stop(running, 1);
  }
}
