import type { Clock } from '#platform/clock/index.ts';
import type { AppSecrets, Config } from '#platform/config/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { CacheWatcher, Database, ReadDatabase } from '#platform/database/index.ts';
import type { HttpServer } from '#platform/http/index.ts';
import type { JobDefinition, Jobs } from '#platform/jobs/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import type { Metrics } from '#platform/metrics/index.ts';
import type { OutboundHttp, OutboundHttpOptions } from '#platform/outbound-http/index.ts';
import type { RestoredCopy } from '#platform/restored-copy/index.ts';
import type { Tracer } from '#platform/tracing/index.ts';

/** The parts of the platform that features use. */
export interface Platform {
  readonly config: Config & AppSecrets;
  readonly database: Database;
  /** For reports, exports, evidence and the audit log. */
  readonly readDatabase: ReadDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly caches: CacheWatcher;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mailer: Mailer;
  /** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set. */
  readonly tracer: Tracer | undefined;
  readonly secrets: SecretBox;
  /** The secret of keyed hashes. It stays when APP_SECRET changes. Derive a key for each purpose. */
  readonly hashKey: string;
  readonly restoredCopy: RestoredCopy;
  /** Opens a client for outbound calls. The caller closes it. */
  readonly openHttp: (options?: Pick<OutboundHttpOptions, 'keepAlive'>) => OutboundHttp;
}

/** Background work. */
export interface Background {
  start?(): Promise<void> | void;
  /** Waits for work in flight. */
  stop(): Promise<void> | void;
}

/** The parts that a feature adds to the product. Its `index.ts` exports the function that creates them. */
export interface FeatureModule {
  /** Registers the feature's routes. */
  readonly routes?: (http: HttpServer) => void;
  /** Run once the server starts. */
  readonly jobs?: readonly JobDefinition[];
  /** Started in module order, stopped in reverse. */
  readonly background?: Background;
  /** In-memory data. The first request waits until it is ready. */
  readonly caches?: readonly { readonly ready: Promise<void> }[];
  /** Creates rows and partitions that the first request needs. */
  readonly prepare?: () => Promise<void>;
  /** Adds figures to `/metrics`. Called only if they are enabled. */
  readonly metrics?: (metrics: Metrics) => void;
}
