import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { line } from '@muneem/bench/report.ts';

const DEPLOYED_RULES = fileURLToPath(new URL('../../../deploy/alerts.yaml', import.meta.url));
const LOOK_EVERY_MS = 250;

export interface Prometheus {
  /** Waits until an alert fires. @returns false if it does not within the time */
  isFiringWithin(ms: number, alert: string): Promise<boolean>;
  stop(): Promise<void>;
}

interface Options {
  readonly program: string;
  readonly folder: string;
  readonly port: number;
  /** `host:port` of the scraped server, and its METRICS_TOKEN. */
  readonly target: string;
  readonly token: string;
}

/** Starts a Prometheus on the loopback interface. It scrapes one server and evaluates the deployed rules every second. */
export async function startPrometheus({ program, folder, port, target, token }: Options): Promise<Prometheus> {
  await writeFile(join(folder, 'alerts.yaml'), shortenRules(await readFile(DEPLOYED_RULES, 'utf8')));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [
      { job_name: 'muneem', authorization: { credentials: token }, static_configs: [{ targets: [target] }] },
    ],
  };
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const address = `127.0.0.1:${port}`;
  const flags = [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
    '--log.level=error',
  ];
  const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
  const firing = async (): Promise<ReadonlySet<string>> => {
    const answer = await fetch(`http://${address}/api/v1/alerts`).catch(() => undefined);
    if (!answer?.ok) return new Set();
    const { data } = (await answer.json()) as { data: { alerts: { state: string; labels: { alertname: string } }[] } };
    return new Set(data.alerts.flatMap(({ state, labels }) => (state === 'firing' ? [labels.alertname] : [])));
  };
  return {
    async isFiringWithin(ms, alert) {
      for (const end = Date.now() + ms; Date.now() < end; await wait(LOOK_EVERY_MS))
        if ((await firing()).has(alert)) return true;
      return false;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Ages in the rules that a fault reaches only after hours, and their limit in the drill. */
const AGES = [
  ['muneem_cluster_payout_unknown_oldest_seconds) > 21600', 20],
  ['muneem_cluster_delivery_oldest_due_seconds) > 900', 10],
] as const;
const WINDOW_S = 10;
const FOR_S = 2;

/** Shortens `for`, ranges and ages of the alert rules, so that a fault fires within the drill. */
export function shortenRules(rules: string): string {
  let shortened = rules.replaceAll(/\bfor: \w+/g, `for: ${FOR_S}s`).replaceAll(/\[\d+[smh]\]/g, `[${WINDOW_S}s]`);
  for (const [limit, seconds] of AGES) {
    if (!shortened.includes(limit)) throw new Error(`no alert rule has the limit ${limit}`);
    shortened = shortened.replace(limit, limit.replace(/\d+$/, String(seconds)));
  }
  line(
    `rules shortened: for ${FOR_S} s, ranges ${WINDOW_S} s, ages ${AGES.map(([, seconds]) => `${seconds} s`).join(' and ')}`,
  );
  return shortened;
}
