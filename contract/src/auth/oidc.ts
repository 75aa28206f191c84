/** The query parameter of /login with the outcome of a sign-in by the identity provider. */
export const OIDC_OUTCOME = 'oidc';
/** The outcome of a confirmed sign-in. The client then asks for the session. */
export const OIDC_CONFIRMED = 'confirmed';

/**
 * Why a sign-in by the identity provider was refused.
 * - `expired`: this browser has not started it, it took longer than ten minutes, or it was used before.
 * - `not_invited`: no active administrator has this email address.
 * - `other_account`: another account of the provider has signed in as the administrator with this address.
 * - `no_role`: none of the person's groups is named in OIDC_ROLES.
 * - `refused`: the provider's token is not valid for this sign-in.
 */
export const OIDC_REFUSALS = [
  'cancelled',
  'expired',
  'not_invited',
  'other_account',
  'unverified',
  'no_role',
  'clock',
  'unreachable',
  'refused',
] as const;
export type OidcRefusal = (typeof OIDC_REFUSALS)[number];

/** An unfinished sign-in, from its start to the session. */
export const OIDC_SIGN_IN_LIFE_MS = 10 * 60_000;
