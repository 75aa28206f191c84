import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerAuditRoutes } from './audit.routes.ts';

export const auditModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerAuditRoutes(http, platform),
});
