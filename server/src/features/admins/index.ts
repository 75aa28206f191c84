export { registerAdminRoutes } from './admins.routes.ts';
export { resetByOperator } from './reset-authenticator.ts';
