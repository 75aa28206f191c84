export {
  KEY_MASK,
  maskKey,
  samplePostbackUrl,
  SECURITY_TOKEN_LENGTH,
  SETTINGS_OTP_LENGTH,
  settingsChange,
} from './settings.ts';
export type { SettingsChange, SettingsView } from './settings.ts';
export {
  getSettings,
  revealBulkpeApiKey,
  sendSettingsOtp,
  SETTINGS_OTP_TEXT,
  updateSettings,
  verifySettingsOtp,
} from './settings.api.ts';
