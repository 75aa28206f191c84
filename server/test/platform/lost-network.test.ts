import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, sessionLimits, sql, type Database } from '#platform/database/index.ts';
import { createLogger } from '#platform/logger/index.ts';
import { createPostbackApp } from '../postbacks/postback-app.ts';
import { createSecondNode } from '../test-app.ts';
import { hasNetworkNamespaces, moveToNamespace } from './network-namespace.ts';

test.skipIf(!hasNetworkNamespaces)(
  'drops dead connections and keeps slow ones when packets are lost (needs root, ip and iptables)',
  async () => {
    const app = await createPostbackApp();
    const { connectionString, drop, restore } = await moveToNamespace(app.database.pool.options.connectionString ?? '');
    const open = (idleTimeoutMillis: number): Database => {
      const opened = openDatabase(
        { connectionString, idleTimeoutMillis, ...sessionLimits(app.config) },
        createLogger('silent'),
      );
      onTestFinished(() => opened.close());
      return opened;
    };
    const idle = open(0);
    const offerId = await app.createOffer();
    const clickId = await app.click(offerId, await app.newUser());
    const node = await createSecondNode({ ...app, serverDatabase: open(30_000) });
    onTestFinished(() => node.stop());
    const url = (event: string) => `/postback/${offerId}/${event}?token=${app.token}&click_id=${clickId}`;
    const ask = async (path: string) => (await node.http.fastify.inject(path)).statusCode;
    expect(await ask(url('install'))).toBe(200);
    await idle.query(sql`select 1`);
    expect(idle.pool.totalCount).toBe(1);

    const slow = app.database.execute(sql`select pg_sleep(6)`);
    drop();
    expect(await ask(url('deposit'))).toBe(503);
    expect(await slow).toBe(1);
    expect(await ask('/readyz')).toBe(503);
    await expect.poll(() => idle.pool.totalCount).toBe(0);
    restore();
    await expect.poll(() => ask('/readyz')).toBe(200);
    await expect.poll(() => ask(url('deposit'))).toBe(200);
    expect(await app.conversionsOf(clickId)).toHaveLength(2);
  },
);
