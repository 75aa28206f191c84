export { registerAdminRoutes } from './admins.routes.ts';
export { tellAdmins } from './tell-admins.ts';
export { resetByOperator } from './reset-authenticator.ts';
