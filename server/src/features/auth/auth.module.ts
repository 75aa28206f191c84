import { deriveKey } from '#platform/crypto/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { purgeAuth } from './purge-auth.ts';
import { securityMailJob } from './security-mail.ts';

export function authModule(
  product: Platform & {
    readonly passwords: PasswordHasher;
    readonly publicUrl: string;
    readonly systemName: () => string;
  },
): FeatureModule {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = product.config;
  return {
    prepare: () => ensureFirstAdmin({ ...product, email, password }),
    routes: (http) => registerAuthRoutes(http, { ...product, authKey: deriveKey(product.hashKey, 'auth') }),
    jobs: [{ name: 'auth-purge', cron: '23 * * * *', handle: () => purgeAuth(product) }, securityMailJob(product)],
  };
}
