import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import type { RestoredCopy } from '#platform/restored-copy/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';

export interface DeliveryWorkerDependencies extends Pick<
  CustomPostbackDependencies,
  'database' | 'clock' | 'caches' | 'jobs' | 'logger' | 'secrets'
> {
  readonly http: OutboundHttp;
  readonly restoredCopy: Pick<RestoredCopy, 'isUnconfirmed'>;
  readonly tracer?: Tracer | undefined;
  /** POSTBACK_RETRY_DELAYS_S */
  readonly retryDelaysS: readonly number[];
}

export interface DeliveryWorker {
  start(): void;
  /** Waits briefly for calls in flight, records them and returns the rest to the queue. */
  stop(): Promise<void>;
  readonly figures: { readonly running: number; readonly delivered: number; readonly failed: number };
}
