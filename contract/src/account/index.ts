export {
  INVALID_INVITATION_TEXT,
  INVITATION_LIFE_MS,
  INVITED_PASSWORD_MIN_LENGTH,
  RECOVERY_CODE_COUNT,
} from './account.ts';
export type { AuthenticatorView, SessionView } from './account.ts';
export {
  acceptInvitation,
  beginAuthenticator,
  changePassword,
  confirmAuthenticator,
  endOtherSessions,
  endSession,
  getAuthenticator,
  listSessions,
  removeAuthenticator,
  renewRecoveryCodes,
} from './account.api.ts';
