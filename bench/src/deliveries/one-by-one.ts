import { readConfig } from '@muneem/server/platform/config/index.ts';
import { openDatabase, sql, transaction } from '@muneem/server/platform/database/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';
import { createOutboundHttp } from '@muneem/server/platform/outbound-http/index.ts';
import { createServer } from 'node:http';

/*
 * The naive worker: claims one delivery, calls the target, writes the result, and claims the next. It runs one such
 * loop per pool connection. Tables, guard, log and counters are the product's.
 */

interface Taken extends Record<string, unknown> {
  id: number;
  postbackId: string;
  url: string;
  timeoutMs: number;
}

const config = readConfig(process.env);
const database = openDatabase(
  { connectionString: config.DATABASE_URL, max: config.DATABASE_POOL },
  createLogger('error'),
);
const http = createOutboundHttp({ allow: config.EGRESS_ALLOW });

async function take(): Promise<Taken | undefined> {
  const [taken] = await database.query<Taken>(sql`
    update postback_deliveries d set status = 'sending', next_attempt_at = now() + interval '30 seconds'
    from custom_postbacks p
    where p.id = d.custom_postback_id and d.id = (
      select id from postback_deliveries where status in ('waiting', 'sending') and next_attempt_at <= now()
      order by priority, id limit 1 for update skip locked)
    returning d.id, p.id as postback_id, p.postback_url as url, p.timeout_ms`);
  return taken;
}

async function work(): Promise<void> {
  for (let taken = await take(); taken !== undefined; taken = await take()) {
    const { id, postbackId, url, timeoutMs } = taken;
    const startedAt = new Date();
    const filled = url.replaceAll(/\{\w+\}/g, 'x');
    const headers = { 'x-muneem-delivery': `dlv_${id}` };
    const answer = await http.send({ url: filled, method: 'GET', headers, timeoutMs, maxBodyBytes: 2_048 });
    const success = answer.kind === 'answer' && answer.status < 300;
    await transaction(database, async (tx) => {
      await tx.execute(sql`
        update postback_deliveries set status = 'delivered', attempts_total = attempts_total + 1, finished_at = now() where id = ${id}`);
      await tx.execute(sql`
        insert into postback_attempts (delivery_id, number, custom_postback_id, started_at, method, url, success, status, ms)
        values (${id}, 1, ${postbackId}, ${startedAt}, 'GET', ${filled}, ${success}, 200, ${answer.ms})`);
      await tx.execute(sql`
        update custom_postbacks set total_fired = total_fired + 1, success_count = success_count + 1 where id = ${postbackId}`);
    });
  }
}

createServer((_request, response) => response.end('ready')).listen(config.PORT, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
await Promise.all(Array.from({ length: config.DATABASE_POOL }, work));
