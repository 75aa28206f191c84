export { ConfigError, readConfig } from './config.ts';
export type { Config } from './config.ts';
export { findAppSecrets, deletePreviousSecret, makeNextAppSecret, readOrMakeAppSecrets } from './app-secret.ts';
export type { AppSecrets } from './app-secret.ts';
export { describeSettings } from './settings.ts';
