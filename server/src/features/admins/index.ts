export { adminsModule } from './admins.module.ts';
export { tellAdmins } from './tell-admins.ts';
export { resetByOperator } from './reset-authenticator.ts';
