import type { Clock } from '#platform/clock/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { CacheWatcher, Database } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';

export interface CustomPostbackDependencies {
  readonly database: Database;
  readonly caches: CacheWatcher;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: Jobs;
  readonly http: OutboundHttp;
  readonly offers: OfferCatalog;
}
