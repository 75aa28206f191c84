import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type HistogramConfiguration } from 'prom-client';
import type { Logger } from '#platform/logger/index.ts';

/** Values by label. Each label has few known values: a time series lives as long as the server. */
type Labelled = Iterable<readonly [string, number]>;

/** One figure of a group. `of` reads it from the group's value; null leaves it out. */
interface Figure<Value> {
  readonly help: string;
  readonly label?: string;
  readonly of: (value: Value) => number | Labelled | null;
}

export interface Metrics {
  readonly contentType: string;
  /** Adds figures of this server, by name. A name that ends with `_total` is a counter. */
  server<Value>(read: () => Value | Promise<Value>, figures: Readonly<Record<`muneem_${string}`, Figure<Value>>>): void;
  /**
   * Adds figures of the whole cluster, read from the database: every server reports the same.
   * A read is used for 10 s. It must use an index.
   */
  cluster<Value>(
    read: () => Promise<Value>,
    figures: Readonly<Record<`muneem_cluster_${string}`, Figure<Value>>>,
  ): void;
  histogram<Label extends string>(
    name: `muneem_${string}`,
    options: Omit<HistogramConfiguration<Label>, 'name' | 'registers'>,
  ): Histogram<Label>;
  /** Reads all figures. @returns them in Prometheus format */
  text(): Promise<string>;
}

const CLUSTER_CACHE_MS = 10_000;
/** For all reads together. Prometheus waits 10 s by default. */
const CLUSTER_TIMEOUT_MS = 5_000;

/** Creates the figures of one server, with those of its process (memory, event-loop delay, garbage collection). */
export function createMetrics(logger: Logger): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const refreshServer: (() => Promise<boolean>)[] = [];
  /** Each reads one group within the time that is left. Returns false if it could not. */
  const refreshCluster: ((leftMs: number) => Promise<boolean>)[] = [];
  const unread = new Gauge({
    name: 'muneem_figures_unread',
    help: 'Groups of figures that could not be read from the database or a folder',
    registers: [registry],
  });

  function refresher<Value>(figures: Readonly<Record<string, Figure<Value>>>) {
    const show = register(registry, figures);
    return async (read: () => Promise<Value>): Promise<boolean> => {
      try {
        show(await read());
        return true;
      } catch (error) {
        // A stale figure would hide the outage.
        show(null);
        logger.warn({ err: error, figures: Object.keys(figures) }, 'figures could not be read');
        return false;
      }
    };
  }

  return {
    contentType: registry.contentType,
    histogram: (name, options) => new Histogram({ ...options, name, registers: [registry] }),
    server(read, figures) {
      const refresh = refresher(figures);
      refreshServer.push(() => refresh(async () => read()));
    },
    cluster(read, figures) {
      const refresh = refresher(figures);
      const readRecently = cacheFor(CLUSTER_CACHE_MS, read);
      refreshCluster.push((leftMs) => refresh(() => within(leftMs, readRecently())));
    },
    async text() {
      const server = await Promise.all(refreshServer.map((refresh) => refresh()));
      const endsAt = performance.now() + CLUSTER_TIMEOUT_MS;
      let failed = server.filter((isRead) => !isRead).length;
      // In sequence, so that they take one connection.
      for (const refresh of refreshCluster) if (!(await refresh(endsAt - performance.now()))) failed += 1;
      unread.set(failed);
      return registry.metrics();
    },
  };
}

/** @returns a function that shows a group's value; null removes its figures */
function register<Value>(
  registry: Registry,
  figures: Readonly<Record<string, Figure<Value>>>,
): (value: Value | null) => void {
  const shown = Object.entries(figures).map(([name, { help, label, of }]) => {
    const options = { name, help, labelNames: label === undefined ? [] : [label], registers: [registry] };
    return { metric: name.endsWith('_total') ? new Counter(options) : new Gauge(options), label, of };
  });
  return (value) => {
    for (const { metric, label, of } of shown) {
      // Removes values of labels that are gone. A figure without a label becomes 0, so that one is removed.
      metric.reset();
      if (label === undefined) metric.remove();
      const result = value === null ? null : of(value);
      if (typeof result === 'number') metric.inc(result);
      else for (const [name, number] of result ?? []) metric.inc({ [String(label)]: name }, number);
    }
  };
}

/** Caches a read for `ms`, also a failed one. Concurrent callers share one read. */
function cacheFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | undefined;
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at > ms) last = { at, value: read() };
    return last.value;
  };
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('not read in time')), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
