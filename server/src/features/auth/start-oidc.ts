import { AppError } from '#platform/app-error/index.ts';
import type { Origin } from './auth-dependencies.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { ProviderRefusal } from './oidc-refusal.ts';
import { writeOidcRefusal } from './write-oidc-refusal.ts';

interface OidcStart {
  readonly remember: boolean;
  readonly next?: string | undefined;
}

/**
 * Starts a sign-in by the identity provider. @param page the origin of the page, which a browser sends
 * @throws AppError `unavailable` if the provider does not answer, `conflict` on a page of another address
 */
export async function startOidc(
  dependencies: OidcDependencies,
  { remember, next }: OidcStart,
  page: string | undefined,
  origin: Origin,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { identityProvider, oidcCookie, publicUrl } = dependencies;
  const { name, only } = identityProvider;
  const home = new URL(publicUrl).origin;
  // The provider returns to PUBLIC_URL, where this page's cookie would be missing.
  if (page !== undefined && page !== home)
    throw new AppError('conflict', `Open ${home} to sign in with ${name}. It returns to that address.`);
  try {
    const { url, checks } = await identityProvider.start();
    return { url, cookie: oidcCookie.write('started', { checks, remember, next }) };
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    await writeOidcRefusal(dependencies, origin, error);
    const wayOut = only
      ? 'Until then, the oldest owner can sign in with a password.'
      : 'You can sign in with your password meanwhile.';
    throw new AppError('unavailable', `${name} cannot be reached. Please try again in a few minutes. ${wayOut}`, {
      retryAfterS: 30,
      cause: error,
    });
  }
}
