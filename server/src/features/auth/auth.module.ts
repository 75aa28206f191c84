import { deriveKey } from '#platform/crypto/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { NoticeSender } from '#platform/mailer/index.ts';
import { purgeRateLimits } from '#platform/rate-limit/index.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { purgeResets } from './resets.repository.ts';
import { securityMailJob } from './security-mail.ts';
import { purgeSessions } from './sessions.repository.ts';

export function authModule(
  product: Platform & NoticeSender & Pick<AuthDependencies, 'passwords' | 'assignRole'>,
): FeatureModule {
  const identityProvider = createIdentityProvider(product);
  return {
    prepare: () => ensureFirstAdmin(product),
    routes: (http) =>
      registerAuthRoutes(http, { ...product, identityProvider, authKey: deriveKey(product.hashKey, 'auth') }),
    ...(identityProvider === undefined ? {} : { background: { stop: identityProvider.close } }),
    jobs: [{ name: 'auth-purge', cron: '23 * * * *', handle: () => purgeAuth(product) }, securityMailJob(product)],
  };
}

const KEEP_ENDED_MS = 30 * 86_400_000;

/**
 * Deletes ended sessions and links after 30 days, and expired attempt windows at once. The audit log keeps sign-ins.
 */
export async function purgeAuth({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - KEEP_ENDED_MS);
  await purgeRateLimits(database, now);
  await purgeResets(database, before);
  await purgeSessions(database, before);
}
