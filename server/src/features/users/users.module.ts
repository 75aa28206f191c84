import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerUserRoutes } from './users.routes.ts';

export const usersModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerUserRoutes(http, platform),
});
