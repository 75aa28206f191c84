export { createSettings } from './create-settings.ts';
export type { CurrentSettings, Settings } from './create-settings.ts';
export { findSystemName } from './settings.repository.ts';
export { registerSettingsRoutes } from './settings.routes.ts';
