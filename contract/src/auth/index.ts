export {
  adminView,
  EMAIL_MAX_LENGTH,
  emailField,
  INVALID_RESET_LINK_TEXT,
  newPasswordField,
  OTP_DIGITS,
  OTP_LIFE_MS,
  OTP_MAX_ATTEMPTS,
  OTP_MAX_FOREIGN_ATTEMPTS,
  OTP_RESEND_AFTER_MS,
  OTP_SENT_TEXT,
  otpField,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PASSWORD_TOO_SHORT_TEXT,
  REMEMBERED_SESSION_LIFE_MS,
  RESET_LINK_LIFE_MS,
  SESSION_LIFE_MS,
} from './auth.ts';
export type { AdminView } from './auth.ts';
export { forgotPassword, login, logout, resendOtp, resetPassword, verifyOtp, verifySession } from './auth.api.ts';
export {
  AUTHENTICATOR_ASKED_TEXT,
  INVALID_INVITATION_TEXT,
  INVITATION_LIFE_MS,
  INVITED_PASSWORD_MIN_LENGTH,
  RECOVERY_CODE,
  RECOVERY_CODE_COUNT,
} from './account.ts';
export type { AuthenticatorView, SessionView } from './account.ts';
export {
  acceptInvitation,
  beginAuthenticator,
  confirmAuthenticator,
  endOtherSessions,
  endSession,
  getAuthenticator,
  listSessions,
  removeAuthenticator,
  renewRecoveryCodes,
} from './account.api.ts';
