import { deriveKey } from '#platform/crypto/index.ts';
import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { PasswordHasher } from '#features/auth/index.ts';
import type { Settings } from './create-settings.ts';
import { registerSettingsRoutes } from './settings.routes.ts';

export const settingsModule = (
  product: Platform & {
    readonly settings: Settings;
    readonly passwords: PasswordHasher;
    readonly publicUrl: string;
  },
): FeatureModule => ({
  routes: (http) => registerSettingsRoutes(http, { ...product, codeKey: deriveKey(product.hashKey, 'settings-codes') }),
});
