import type { Platform } from '#platform/feature-module/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import type { PasswordHasher } from '#features/auth/index.ts';

export interface AdminsDependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'> {
  readonly mailer: Mailer;
  readonly passwords: PasswordHasher;
  /** Base URL of links in mails. Never taken from a request. */
  readonly publicUrl: string;
  readonly systemName: () => string;
}
