export {
  AUTHENTICATOR_ASKED_TEXT,
  emailField,
  INVALID_RESET_LINK_TEXT,
  OTP_DIGITS,
  OTP_LIFE_MS,
  OTP_MAX_ATTEMPTS,
  OTP_MAX_FOREIGN_ATTEMPTS,
  OTP_RESEND_AFTER_MS,
  OTP_SENT_TEXT,
  otpField,
  ownPasswordField,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PASSWORD_TOO_SHORT_TEXT,
  RECOVERY_CODE,
  REMEMBERED_SESSION_LIFE_MS,
  RESET_LINK_LIFE_MS,
  secondFactorField,
  SESSION_LIFE_MS,
} from './auth.ts';
export type { AdminView } from './auth.ts';
export {
  forgotPassword,
  getFirstRun,
  login,
  logout,
  resendOtp,
  resetPassword,
  verifyOtp,
  verifySession,
} from './auth.api.ts';
export { OIDC_CONFIRMED, OIDC_OUTCOME, OIDC_REFUSALS, OIDC_SIGN_IN_LIFE_MS } from './oidc.ts';
export type { OidcRefusal } from './oidc.ts';
export { finishOidc, oidcLogout, openOidcSession, startOidc } from './oidc.api.ts';
