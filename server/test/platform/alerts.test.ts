import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/test-app.ts';

const METRICS_TOKEN = 'metrics-token-of-a-test';
const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const OPERATING = fileURLToPath(new URL('../../../docs/operating.md', import.meta.url));
const run = promisify(execFile);
const hasPromtool = existsSync('/usr/bin/promtool');

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const readDeployed = (name: string): Promise<string> => readFile(DEPLOY + name, 'utf8');
const alertsOf = (rules: string): string[] => [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

test('has every figure that the dashboard draws, which has every figure of an alert', async () => {
  const BACKUP_DIR = await mkdtemp(join(tmpdir(), 'muneem-backups-'));
  onTestFinished(() => rm(BACKUP_DIR, { recursive: true }));
  const DATABASE_READ_URL = 'postgres://nobody@127.0.0.1:1/none';
  const AUDIT_STREAM = { AUDIT_STREAM_URL: 'https://siem.example', AUDIT_STREAM_SECRET: `whsec_${'a'.repeat(32)}` };
  app = await createTestApp({ METRICS_TOKEN, BACKUP_DIR, DATABASE_READ_URL, ...AUDIT_STREAM });
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { body } = await app.http.fastify.inject({ url: '/metrics', headers });
  const figures = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const used = async (file: string): Promise<string[]> =>
    [...(await readDeployed(file)).matchAll(/\b(?:muneem|nodejs|process)_\w+[a-z]\b/g)].map(([name]) => name);
  const alerting = await used('alerts.yaml');
  const drawn = await used('grafana-dashboard.json');
  expect(alerting.length).toBeGreaterThan(15);
  expect(drawn).toEqual(expect.arrayContaining(alerting));
  for (const name of new Set(drawn)) expect(figures, name).toContain(name.replace(/_(bucket|count|sum)$/, ''));
});

test('describes each alert in docs/operating.md, and tests each rule', async () => {
  const alerts = alertsOf(await readDeployed('alerts.yaml'));
  expect(alerts.length).toBeGreaterThan(15);
  expect(alerts).toEqual([...new Set(alerts)]);
  const tested = await readDeployed('alerts.test.yaml');
  const operating = await readFile(OPERATING, 'utf8');
  for (const alert of alerts) {
    expect(tested).toContain(`- name: ${alert}\n`);
    expect(operating).toContain(`### ${alert}\n`);
  }
});

test.skipIf(!hasPromtool)(
  'passes the tests of the alert rules (needs promtool of the package prometheus)',
  async () => {
    const { stdout } = await run('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: DEPLOY });
    expect(stdout).toContain('SUCCESS');
    await run('promtool', ['check', 'config', '--syntax-only', 'prometheus.yaml'], { cwd: DEPLOY });
  },
);
