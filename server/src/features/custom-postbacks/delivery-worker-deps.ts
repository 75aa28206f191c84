import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import type { CustomPostbackDeps } from './custom-postback-deps.ts';

export interface DeliveryWorkerDeps extends Pick<
  CustomPostbackDeps,
  'database' | 'clock' | 'caches' | 'jobs' | 'adminEmails' | 'logger' | 'secrets'
> {
  readonly http: OutboundHttp;
  /** POSTBACK_RETRY_DELAYS_S. */
  readonly retryDelaysS: readonly number[];
}

export interface DeliveryWorker {
  start(): void;
  /** Ends what is on its way, as far as that is quick, writes it down and puts the rest back. */
  stop(): Promise<void>;
  readonly figures: { readonly running: number; readonly delivered: number; readonly failed: number };
}
