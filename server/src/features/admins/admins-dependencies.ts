import type { Platform } from '#platform/feature-module/index.ts';
import type { NoticeSender } from '#platform/mailer/index.ts';
import type { PasswordHasher } from '#features/auth/index.ts';

export interface AdminsDependencies extends Pick<Platform, 'database' | 'clock' | 'jobs'>, NoticeSender {
  readonly passwords: PasswordHasher;
}
