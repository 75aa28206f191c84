import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { PasswordHasher } from '#features/auth/index.ts';
import { registerUserRoutes } from './users.routes.ts';

export const usersModule = (product: Platform & { readonly passwords: PasswordHasher }): FeatureModule => ({
  routes: (http) => registerUserRoutes(http, product),
});
