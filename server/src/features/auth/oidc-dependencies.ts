import type { AuthDependencies } from './auth-dependencies.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { OidcCookie } from './oidc-cookie.ts';

export interface OidcDependencies extends AuthDependencies {
  readonly identityProvider: IdentityProvider;
  readonly oidcCookie: OidcCookie;
}
