import { expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/test-app.ts';

const METRICS_TOKEN = 'metrics-token-of-a-test';

let app: TestApp;

const read = async (authorization?: string) => {
  const headers = authorization === undefined ? {} : { authorization };
  const { statusCode, body } = await app.http.fastify.inject({ url: '/metrics', headers });
  return { statusCode, body };
};

test('has no metrics unless a token is set', async () => {
  app = await createTestApp();
  expect((await read()).statusCode).toBe(404);
  expect((await read('Bearer ')).statusCode).toBe(404);
});

test('requires the token, and exposes no user data', async () => {
  app = await createTestApp({ METRICS_TOKEN });
  for (const wrong of [undefined, 'Bearer ', 'Bearer wrong', METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`])
    expect(await read(wrong), wrong).toEqual({ statusCode: 401, body: 'unauthorized' });
  await app.http.fastify.inject('/api/platform/users/asha-of-somewhere?search=secret');
  const { statusCode, body } = await read(`Bearer ${METRICS_TOKEN}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('route="/api/platform/users/:uid",status="4xx"');
  expect(body).not.toMatch(/asha-of-somewhere|secret/);
});

/** Returns the value of each figure, by name and labels. Every one needs HELP and TYPE. */
async function readFigures(): Promise<Map<string, number>> {
  const { body } = await read(`Bearer ${METRICS_TOKEN}`);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines) {
    const [name = ''] = line.split(/[{ ]/, 1);
    const family = name.replace(/_(bucket|sum|count)$/, '');
    expect(body).toMatch(new RegExp(`^# HELP (${name}|${family}) \\S.+$`, 'm'));
    expect(body).toMatch(new RegExp(`^# TYPE (${name}|${family}) (counter|gauge|histogram)$`, 'm'));
    if (/^muneem_.*_total$/.test(name)) expect(body).toContain(`# TYPE ${name} counter`);
  }
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

test('reports the figures of the server and of the whole cluster', async () => {
  app = await createTestApp({ METRICS_TOKEN });
  const { fastify } = app.http;
  await app.start();
  await fastify.inject('/postback?token=wrong&event=install');
  await app.database.pool.query(`
    insert into users (uid) values ('late');
    insert into ledger_checks (checked_at, breached_at, breaches) values (now() - interval '90 seconds', now(), '[]')
      on conflict (only_row) do update set checked_at = excluded.checked_at, breached_at = excluded.breached_at;
    insert into payout_attempts (id, payable_id, number, reference_id, provider, amount_paise, mode, beneficiary_name, upi_id, status, sending_at, next_call_at, created_at)
      select 'pay_' || n, 'wd_' || n, 1, 'ref_' || n, 'bulkpe', 100, 'UPI', 'A', 'a@b', 'unknown', now() - n * interval '2 hours', now() + interval '1 hour', now()
      from generate_series(1, 3) n;
    insert into payout_differences (id, provider, kind, reference_id, last_run_id, state, made_at, first_seen_at, last_seen_at) values
      ('dif_1', 'bulkpe', 'paid_twice', 'ref_1', 'run', 'open', now(), now(), now()),
      ('dif_2', 'bulkpe', 'amount_differs', 'ref_2', 'run', 'resolved', now(), now(), now())`);
  const figures = await readFigures();
  const value = (name: string): number => {
    expect([...figures.keys()]).toContain(name);
    return figures.get(name) ?? Number.NaN;
  };
  expect(value('muneem_postbacks_total{verdict="bad_token"}')).toBe(1);
  expect(value('muneem_postbacks_total{verdict="accepted"}')).toBe(0);
  expect(value('muneem_http_request_duration_seconds_count{method="GET",route="/postback",status="4xx"}')).toBe(1);
  expect(value('muneem_database_pool_size')).toBe(12);
  expect(value('muneem_database_pool_waiting')).toBe(0);
  expect(value('muneem_cache_lag_seconds')).toBeLessThan(30);
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(value('muneem_cluster_ledger_breach')).toBe(1);
  expect(value('muneem_cluster_ledger_check_age_seconds')).toBeGreaterThan(80);
  expect(value('muneem_cluster_payouts_unknown{age="1 h to 6 h"}')).toBe(2);
  expect(value('muneem_cluster_payouts_unknown{age="6 h to 24 h"}')).toBe(1);
  expect(value('muneem_cluster_payouts_unknown{age="under 15 min"}')).toBe(0);
  expect(value('muneem_cluster_payout_unknown_oldest_seconds')).toBeGreaterThan(21_600 - 1);
  expect(value('muneem_cluster_reconciliation_differences{kind="paid_twice"}')).toBe(1);
  expect(value('muneem_cluster_reconciliation_differences{kind="amount_differs"}')).toBe(0);
  expect(value('muneem_cluster_deliveries_due')).toBe(0);
  expect(value('muneem_cluster_delivery_oldest_due_seconds')).toBe(0);
  expect(value('muneem_cluster_smart_poll_runs_total')).toBeGreaterThanOrEqual(0);
  expect(value('muneem_cluster_jobs_waiting{queue="check-ledger"}')).toBeGreaterThanOrEqual(0);
  expect(value('muneem_figures_unread')).toBe(0);
});

test('says how many figures could not be read while the database is away', async () => {
  app = await createTestApp({ METRICS_TOKEN }, { withLine: true });
  await app.line?.cut();
  const figures = await readFigures();
  expect(figures.get('muneem_figures_unread')).toBeGreaterThan(3);
  expect(figures.has('muneem_cluster_ledger_breach')).toBe(false);
  expect(figures.get('muneem_database_pool_size')).toBe(12);
});
