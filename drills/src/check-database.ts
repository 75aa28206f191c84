import { openDatabase, type Database } from '@muneem/server/platform/database/index.ts';
import { createLogger } from '@muneem/server/platform/logger/index.ts';

/** Opens a database to prepare it, or to look at what was stored. */
export const openForChecks = (connectionString: string): Database =>
  openDatabase({ connectionString, max: 4 }, createLogger('silent'));

export async function withDatabase<Result>(
  connectionString: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openForChecks(connectionString);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
