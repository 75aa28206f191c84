import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerEvidenceRoutes } from './evidence.routes.ts';

export const evidenceModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerEvidenceRoutes(http, platform),
});
