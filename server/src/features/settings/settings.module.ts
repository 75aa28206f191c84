import { deriveKey } from '#platform/crypto/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import { registerSettingsRoutes, type SettingsDependencies } from './settings.routes.ts';

export const settingsModule = (product: Platform & Omit<SettingsDependencies, 'codeKey'>): FeatureModule => ({
  routes: (http) => registerSettingsRoutes(http, { ...product, codeKey: deriveKey(product.hashKey, 'settings-codes') }),
});
