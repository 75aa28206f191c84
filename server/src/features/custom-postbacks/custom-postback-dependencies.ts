import type { Platform } from '#platform/feature-module/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';

export interface CustomPostbackDependencies extends Pick<
  Platform,
  'database' | 'caches' | 'secrets' | 'clock' | 'logger' | 'jobs'
> {
  readonly http: OutboundHttp;
  readonly offers: OfferCatalog;
}
