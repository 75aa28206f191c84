import type { OidcRefusal } from '@muneem/contract/auth';

/** A sign-in or sign-out that the identity provider did not confirm. The message is for the audit log. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly reason: OidcRefusal;

  constructor(reason: OidcRefusal, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.reason = reason;
  }
}

/** Codes of openid-client and jose. */
const REASONS: Readonly<Record<string, OidcRefusal>> = {
  OAUTH_TIMEOUT: 'unreachable',
  ERR_JWKS_TIMEOUT: 'unreachable',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  ERR_JWT_EXPIRED: 'clock',
};
/** Errors that the provider names (RFC 6749, OpenID Connect Core). `invalid_grant`: the code was used or has expired. */
const PROVIDER_ERRORS: Readonly<Record<string, OidcRefusal>> = {
  access_denied: 'cancelled',
  login_required: 'cancelled',
  consent_required: 'cancelled',
  interaction_required: 'cancelled',
  server_error: 'unreachable',
  temporarily_unavailable: 'unreachable',
  invalid_grant: 'expired',
};
const TIME_CLAIMS = new Set(['iat', 'nbf', 'exp']);

interface LibraryError extends Error {
  readonly code?: unknown;
  /** The provider's own error code. */
  readonly error?: unknown;
  /** The claim that jose refused. */
  readonly claim?: unknown;
}

/** Translates an error of the libraries. @throws any other error again */
export function toRefusal(error: unknown): ProviderRefusal {
  if (!(error instanceof Error)) throw error;
  const refusal = causesOf(error).find((cause) => cause instanceof ProviderRefusal);
  if (refusal !== undefined) return refusal;
  const { code, error: named, claim, name } = error as LibraryError;
  if (typeof code !== 'string' && name !== 'ClientError') throw error;
  const reason =
    PROVIDER_ERRORS[String(named)] ?? REASONS[String(code)] ?? (TIME_CLAIMS.has(String(claim)) ? 'clock' : 'refused');
  const detail = typeof named === 'string' ? `${error.message}: ${named}` : error.message;
  return new ProviderRefusal(reason, detail.slice(0, 300), { cause: error });
}

const causesOf = (error: Error): Error[] =>
  error.cause instanceof Error ? [error, ...causesOf(error.cause)] : [error];
