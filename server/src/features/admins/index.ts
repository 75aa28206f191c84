export { createAssignRole } from './assign-role.ts';
export { adminsModule } from './admins.module.ts';
export { notifyAdmins } from './notify-admins.ts';
export { resetByOperator } from './reset-authenticator.ts';
