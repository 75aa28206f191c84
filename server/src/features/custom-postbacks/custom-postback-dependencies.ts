import type { Clock } from '#platform/clock/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { CacheWatcher, Database, Queryable } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import type { OfferCatalog } from '#features/offers/index.ts';

export interface CustomPostbackDependencies {
  readonly database: Database;
  readonly caches: CacheWatcher;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly jobs: Jobs;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly http: OutboundHttp;
  readonly offers: OfferCatalog;
  readonly systemName: () => string;
  readonly publicUrl: string;
  /** Addresses of the admins to mail about a paused postback. */
  readonly adminEmails: (q: Queryable) => Promise<readonly string[]>;
}
