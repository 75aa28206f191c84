import type { Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import type { PasswordHasher } from '#features/auth/index.ts';

export interface AdminsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly passwords: PasswordHasher;
  /** Base URL of links in mails. Never taken from a request. */
  readonly publicUrl: string;
  readonly systemName: () => string;
}
