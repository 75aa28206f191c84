import { sql, transaction, type Database, type Sql } from '#platform/database/index.ts';

/** Runs a statement that the triggers refuse, as only a superuser can. */
export const withoutTriggers = (database: Database, statement: Sql): Promise<void> =>
  transaction(database, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });
