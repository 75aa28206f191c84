import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startMailbox } from '@muneem/sandbox/mailbox';
import { startPayoutProvider } from '@muneem/sandbox/payout-provider';
import { startProduct, type Product } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';
import { openForChecks } from '../check-database.ts';
import { followManual } from '../operating.ts';
import { createCaller, createSightings } from './callers.ts';
import type { Cluster } from './cluster.ts';
import { startLoad, startTrackingTarget } from './load.ts';
import { ADMIN, PAYOUT_KEY, PLATFORM_KEY, prepareWorld } from './prepare-world.ts';
import { PASSWORD } from './start-machine.ts';

/** Two servers under load, and what the drill checks them with. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Starts one server behind HAProxy and one with several hosts in DATABASE_URL, and the load. */
export async function openStage(folder: string, cluster: Cluster) {
  const at = (role: string, hosts: string): string => `postgres://${role}:${PASSWORD}@${hosts}/muneem`;
  await followManual('create-database-through-proxy', {
    environment: { PGPASSWORD: PASSWORD, OWNER_PASSWORD: PASSWORD, APP_PASSWORD: PASSWORD },
  });
  const mailbox = await startMailbox();
  const provider = await startPayoutProvider({ apiKey: PAYOUT_KEY });
  const target = await startTrackingTarget();
  const port = await freePort();
  const settingsOf = (name: string, hosts: string): Record<string, string> => ({
    DATABASE_URL: at('muneem_app', hosts),
    DATABASE_OWNER_URL: at('muneem_owner', hosts),
    DATA_DIR: join(folder, name),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    APP_SECRET: 'drill-secret-drill-secret-drill-secret!',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: mailbox.smtpUrl,
    PLATFORM_API_KEY: PLATFORM_KEY,
    BULKPE_BASE_URL: provider.url,
    EGRESS_ALLOW: '127.0.0.0/8',
    CLICKS_PER_MINUTE: '1000000',
    PAYOUT_LOOKUP_DELAYS_S: '2,5,10',
    LOG_LEVEL: 'warn',
  });
  const startServer = (name: string, onPort: number, hosts: string): Promise<Product> => {
    mkdirSync(join(folder, name), { recursive: true });
    return startProduct({ port: onPort, settings: settingsOf(name, hosts), logFile: join(folder, `${name}.log`) });
  };
  const startFirst = (): Promise<Product> => startServer('server1', port, cluster.throughProxy);
  let first = await startFirst();
  const second = await startServer('server2', await freePort(), cluster.severalHosts);
  const world = await prepareWorld(first.url, mailbox, target.url);

  let over = false;
  const isOver = (): boolean => over;
  const sightings = createSightings();
  const callers = [first, second].map(({ url }) => createCaller(url, sightings, isOver));
  const { acknowledged, ended } = startLoad({ callers, isOver, platformKey: PLATFORM_KEY, ...world });
  const database = openForChecks(at('postgres', cluster.throughProxy));
  return {
    cluster,
    database,
    provider,
    target,
    sightings,
    acknowledged,
    /** The environment of the first server. */
    settings: settingsOf('server1', cluster.throughProxy),
    /** How each server reaches the database, by the server's URL. */
    servers: new Map([
      [first.url, 'through HAProxy'],
      [second.url, 'several hosts'],
    ]),
    /** Kills the first server and starts it again. */
    async restartServer() {
      await first.kill();
      first = await startFirst();
    },
    async endLoad() {
      over = true;
      await ended;
    },
    async close() {
      await Promise.all([first.stop(), second.stop()]);
      await Promise.all([database.close(), mailbox.close(), provider.close()]);
      target.close();
    },
  };
}
