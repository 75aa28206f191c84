import type { FeatureModule } from '#platform/feature-module/index.ts';
import type { AdminsDependencies } from './admins-dependencies.ts';
import { registerAdminRoutes } from './admins.routes.ts';
import { changeMailJob } from './notify-admins.ts';

export const adminsModule = (dependencies: AdminsDependencies): FeatureModule => ({
  routes: (http) => registerAdminRoutes(http, dependencies),
  jobs: [changeMailJob(dependencies)],
});
