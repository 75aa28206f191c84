export {
  DEFAULT_SYSTEM_NAME,
  KEY_MASK,
  maskKey,
  OLD_SECURITY_KEY_LIFE_MS,
  samplePostbackUrl,
  SECURITY_TOKEN_LENGTH,
  settingsChange,
  SETTINGS_OTP_LENGTH,
} from './settings.ts';
export type { SettingsChange, SettingsView } from './settings.ts';
export { flagsText, limitText, personLimitText, SETTING_NAMES } from './setting-words.ts';
export {
  endOldSecurityKey,
  getSettings,
  revealBulkpeApiKey,
  sendSettingsOtp,
  updateSettings,
  verifySettingsOtp,
} from './settings.api.ts';
