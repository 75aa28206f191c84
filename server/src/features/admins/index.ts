export { registerAdminRoutes } from './admins.routes.ts';
