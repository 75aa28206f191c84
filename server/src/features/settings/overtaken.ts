import { AppError } from '#platform/app-error/index.ts';

/** Somebody else changed the settings since this change was begun. */
export const overtaken = (): AppError =>
  new AppError('version_conflict', {
    userMessage: 'The settings were changed by somebody else in the meantime. Reload them and try again.',
  });
