import { createLogger, type Logger } from '#platform/logger/index.ts';

/** Returns a silent logger and the facts of the errors that it gets. */
export function createErrorLog(): { readonly logger: Logger; readonly errors: object[] } {
  const errors: object[] = [];
  const silent = createLogger('silent');
  const logger = Object.assign(Object.create(silent) as Logger, { error: (facts: object) => void errors.push(facts) });
  return { logger, errors };
}
