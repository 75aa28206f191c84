export { VERIFIED_BY } from './admins.ts';
export type { Administrator, Invitation } from './admins.ts';
export {
  disableAdmin,
  enableAdmin,
  inviteAdmin,
  listAdmins,
  resetAuthenticator,
  withdrawInvitation,
} from './admins.api.ts';
