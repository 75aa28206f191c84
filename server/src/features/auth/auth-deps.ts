import type { Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import type { Database } from '#platform/database/index.ts';
import type { Mailer } from '#platform/mailer/index.ts';
import type { WaitingLine } from '#platform/waiting-line/index.ts';
import type { BoundedAudit } from './bounded-audit.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface AuthDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly passwords: PasswordHasher;
  /** Sign-ins take turns from their first statement on, so that a flood of them is not a flood of database work. */
  readonly signIns: WaitingLine;
  /** Writes down what strangers do. */
  readonly strangers: BoundedAudit;
  /** For one-time codes and for keys made of addresses; derived from APP_SECRET. */
  readonly authKey: Buffer;
  /** Seals the secrets of authenticator apps. */
  readonly secrets: SecretBox;
  /** Where links in mails lead; never taken from a request. */
  readonly publicUrl: string;
  readonly systemName: () => string;
}

/** Where a call without a session comes from. */
export interface Origin {
  readonly actor: Actor;
  readonly ip: string;
  readonly userAgent?: string | undefined;
}
