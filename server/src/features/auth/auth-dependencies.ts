import type { Role } from '@muneem/contract/rights';
import type { Actor } from '#platform/audit-log/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { Tx } from '#platform/database/index.ts';
import type { NoticeSender } from '#platform/mailer/index.ts';
import type { ConcurrencyLimit } from '#platform/concurrency-limit/index.ts';
import type { BoundedAudit } from './bounded-audit.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface AuthDependencies
  extends Pick<Platform, 'database' | 'clock' | 'jobs' | 'secrets' | 'logger'>, NoticeSender {
  readonly passwords: PasswordHasher;
  /** Queues sign-ins from their first statement on, so a flood of them does not flood the database. */
  readonly signIns: ConcurrencyLimit;
  /** Audits actions without a session. */
  readonly publicAudit: BoundedAudit;
  /** Undefined unless OIDC_ISSUER is set. */
  readonly identityProvider: IdentityProvider | undefined;
  /** Gives an admin the role that the identity provider decides. @returns the role that they have then */
  readonly assignRole: (
    tx: Tx,
    decision: { readonly adminId: string; readonly role: Role; readonly provider: string; readonly ip: string },
  ) => Promise<Role>;
  /** HMAC key for one-time codes and for rate limit keys. Derived from the stored hash key. */
  readonly authKey: Buffer;
}

/** The origin of a call without a session. */
export interface Origin {
  readonly actor: Actor;
  readonly ip: string;
  readonly userAgent?: string | undefined;
}
