import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '#platform/logger/index.ts';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One step of a reward. Contains no personal data. */
interface RewardSpan {
  /** Selects the trace. A text that is no ULID is ignored. */
  readonly clickId: string;
  readonly name: string;
  /** The click itself is the root of its trace. Every other span is its child. */
  readonly isRoot?: boolean;
  /** Set for a span that two servers may send: both then send the same. */
  readonly spanId?: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly isFailed?: boolean;
  readonly attributes: Attributes;
}

export interface Tracer {
  /** Queues a span. Never waits and never throws. */
  add(span: RewardSpan): void;
  readonly figures: { readonly sent: number; readonly dropped: number };
  /** Sends what is queued, for at most two seconds. */
  stop(): Promise<void>;
}

const MOST_QUEUED = 4_096;
const MOST_PER_CALL = 512;
const SEND_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 10_000;
const CALL_TIMEOUT_MS = 5_000;
const STOP_WITHIN_MS = 2_000;
const INTERNAL = 1;
const FAILED = 2;

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP, as JSON. While the collector is away, spans wait in a bounded
 * queue; the newest are dropped. @param endpoint OTEL_EXPORTER_OTLP_ENDPOINT
 */
export function createTracer(endpoint: string, logger: Logger): Tracer {
  const url = `${endpoint}/v1/traces`;
  let queue: object[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isStopping = false;
  const figures = { sent: 0, dropped: 0 };

  const sendOnce = async (): Promise<void> => {
    const spans = queue.slice(0, MOST_PER_CALL);
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toRequest(spans)),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    if (response.status === 429 || response.status >= 500) throw new Error(`the collector answered ${response.status}`);
    // Another 4xx refuses these spans for good.
    queue = queue.slice(spans.length);
    figures[response.ok ? 'sent' : 'dropped'] += spans.length;
  };
  const send = async (): Promise<void> => {
    let nextMs = SEND_AFTER_MS;
    try {
      while (queue.length > 0) await sendOnce();
    } catch (error) {
      logger.warn({ err: error, waiting: queue.length }, 'traces wait for the collector');
      nextMs = RETRY_AFTER_MS;
    }
    sending = undefined;
    if (queue.length > 0 && !isStopping) sendAfter(nextMs);
  };
  const sendAfter = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sending = send();
    }, ms).unref();
  };

  return {
    figures,
    add(span) {
      const traceId = traceIdOf(span.clickId);
      if (traceId === undefined) return;
      if (queue.length >= MOST_QUEUED) figures.dropped += 1;
      else queue.push(toSpan(span, traceId));
      if (sending === undefined) sendAfter(SEND_AFTER_MS);
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await Promise.race([(sending ?? Promise.resolve()).then(send), wait(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A trace id is the click's ULID in hexadecimal digits: both have 128 bits. */
function traceIdOf(clickId: string): string | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(clickId)) return undefined;
  let bits = 0n;
  for (const digit of clickId) bits = bits * 32n + BigInt(DIGITS.indexOf(digit));
  return bits === 0n ? undefined : bits.toString(16).padStart(32, '0');
}

/** Derives a span's id from what it is about. */
export const spanIdOf = (about: string): string => createHash('sha256').update(about).digest('hex').slice(0, 16);

const rootOf = (clickId: string): string => spanIdOf(`click ${clickId}`);
const nanoseconds = (at: Date): string => `${at.getTime()}000000`;

const toSpan = (span: RewardSpan, traceId: string): object => ({
  traceId,
  spanId: span.isRoot ? rootOf(span.clickId) : (span.spanId ?? randomBytes(8).toString('hex')),
  ...(span.isRoot ? {} : { parentSpanId: rootOf(span.clickId) }),
  name: span.name,
  kind: INTERNAL,
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: toAttributes({ 'muneem.click_id': span.clickId, ...span.attributes }),
  status: span.isFailed ? { code: FAILED } : {},
});

const toAttributes = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: toValue(value) }]));

function toValue(value: string | number | boolean): object {
  if (typeof value === 'boolean') return { boolValue: value };
  return typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value };
}

const toRequest = (spans: readonly object[]): object => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes({ 'service.name': 'muneem', 'service.instance.id': String(process.pid) }) },
      scopeSpans: [{ scope: { name: 'muneem.rewards' }, spans }],
    },
  ],
});
