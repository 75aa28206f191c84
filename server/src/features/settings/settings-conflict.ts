import { AppError } from '#platform/app-error/index.ts';

/** The error if the settings were changed since this change was started. */
export const settingsConflict = (): AppError =>
  new AppError('version_conflict', 'The settings were saved meanwhile. Reload them and try again.');
