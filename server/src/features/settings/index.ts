export { createSettings, findPayoutKey, findUsedSecret, SETTINGS_SECRETS } from './create-settings.ts';
export type { Settings } from './create-settings.ts';
export { findSystemName } from './settings.repository.ts';
export { settingsModule } from './settings.module.ts';
