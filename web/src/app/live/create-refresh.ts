import type { LiveTopic } from '@muneem/contract/live';
import type { QueryClient } from '@tanstack/react-query';

/** What is read again when a list changed; each is the beginning of query keys. */
const KEYS: Readonly<Record<LiveTopic, readonly string[]>> = {
  withdrawals: ['withdrawals', 'payout-balance', 'stats'],
  'offer-claims': ['offer-claims', 'stats'],
  problems: ['problems', 'stats'],
  conversions: ['conversions', 'manual-payments', 'stats'],
  users: ['users', 'stats'],
  offers: ['offers', 'stats'],
  settings: ['settings', 'auto-payout'],
  'smart-poll': ['smart-poll'],
  deliveries: ['custom-postbacks'],
};

/** Busy lists change every second: they are read again at most this often. */
const AT_MOST_EVERY_MS = 3_000;

/** Reads changed lists again: at most every few seconds, and in a hidden window not before it is looked at. */
export function createRefresh(
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
  signal: AbortSignal,
): (topics: readonly LiveTopic[]) => void {
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
