import { line } from '@muneem/bench/report.ts';

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
