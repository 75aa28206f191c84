import type { FeatureModule, Platform } from '#platform/feature-module/index.ts';
import type { PasswordHasher } from '#features/auth/index.ts';
import { registerAdminRoutes } from './admins.routes.ts';
import { changeMailJob } from './notify-admins.ts';

export const adminsModule = (
  product: Platform & {
    readonly passwords: PasswordHasher;
    readonly publicUrl: string;
    readonly systemName: () => string;
  },
): FeatureModule => ({
  routes: (http) => registerAdminRoutes(http, product),
  jobs: [changeMailJob(product)],
});
