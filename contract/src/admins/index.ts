export { VERIFIED_BY } from './admins.ts';
export type { Administrator, Invitation } from './admins.ts';
export {
  changeRole,
  disableAdmin,
  enableAdmin,
  inviteAdmin,
  listAdmins,
  resetAuthenticator,
  withdrawInvitation,
} from './admins.api.ts';
