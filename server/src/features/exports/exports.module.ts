import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerExportRoutes } from './exports.routes.ts';

export const exportsModule = (platform: Platform): FeatureModule => ({
  routes: (http) => registerExportRoutes(http, platform),
});
