import type { Clock } from '#platform/clock/index.ts';
import type { Config } from '#platform/config/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { CacheWatcher, Database } from '#platform/database/index.ts';
import type { HttpServer } from '#platform/http/index.ts';
import type { JobDefinition, Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import type { OutboundHttp, OutboundHttpOptions } from '#platform/outbound-http/index.ts';

/** The parts of the platform that features are made of. */
export interface Platform {
  readonly config: Config & { readonly APP_SECRET: string };
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly caches: CacheWatcher;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mailer: Mailer;
  readonly secrets: SecretBox;
  /** Opens a client for outbound calls. The caller closes it. */
  readonly openHttp: (options?: Pick<OutboundHttpOptions, 'keepAlive'>) => OutboundHttp;
}

/** Work that goes on beside the requests. */
export interface Background {
  start?(): Promise<void> | void;
  /** Finishes what is in flight. */
  stop(): Promise<void> | void;
}

/** The parts that a feature adds to the product. Its front door exports the function that makes them. */
export interface FeatureModule {
  /** Binds the feature's calls. */
  readonly routes?: (http: HttpServer) => void;
  /** Taken up once the product starts. */
  readonly jobs?: readonly JobDefinition[];
  /** Started in the order of the modules, stopped in the opposite one. */
  readonly background?: Background;
  /** Data that the feature keeps in memory; the first request waits until it is ready. */
  readonly caches?: readonly { readonly ready: Promise<void> }[];
  /** Creates the rows and partitions that the first request needs. */
  readonly prepare?: () => Promise<void>;
  /** Lines of Prometheus. */
  readonly metrics?: () => Promise<string>;
}
