import type { LiveTopic } from '@muneem/contract/live';
import { queryClient } from '#lib/query-client.ts';

/** The query keys to refetch when a list changes. Each is a key prefix. */
const KEYS: Readonly<Record<LiveTopic, readonly string[]>> = {
  withdrawals: ['withdrawals', 'payout-balance', 'stats'],
  'offer-claims': ['offer-claims', 'stats'],
  problems: ['problems', 'stats'],
  conversions: ['conversions', 'contradictions', 'manual-payments', 'stats'],
  users: ['users', 'stats'],
  offers: ['offers', 'stats'],
  settings: ['settings', 'auto-payout'],
  'smart-poll': ['smart-poll'],
  deliveries: ['custom-postbacks'],
  proposals: ['proposals', 'withdrawals'],
};

/** Busy lists change every second. This limits how often they are refetched. */
const AT_MOST_EVERY_MS = 3_000;

/** Refetches changed lists at most every few seconds. A hidden window waits until it is visible. */
export function createRefresh(signal: AbortSignal): (topics: readonly LiveTopic[]) => void {
  const changed = new Set<LiveTopic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = 0;
  const run = (): void => {
    timer = undefined;
    if (document.hidden) return;
    lastAt = Date.now();
    const keys = new Set([...changed].flatMap((topic) => KEYS[topic]));
    changed.clear();
    for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
  };
  const soon = (): void => {
    if (changed.size > 0) timer ??= setTimeout(run, Math.max(0, lastAt + AT_MOST_EVERY_MS - Date.now()));
  };
  document.addEventListener('visibilitychange', soon, { signal });
  return (topics) => {
    for (const topic of topics) changed.add(topic);
    soon();
  };
}
