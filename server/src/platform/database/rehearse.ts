import { transaction, type Database, type Tx } from './database.ts';
import { sql } from './sql.ts';

/** Carries what a rehearsal found out of the transaction that must not be committed. */
class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
  readonly result: unknown;
  constructor(result: unknown) {
    super('a rehearsal is never committed');
    this.result = result;
  }
}

/** How long a rehearsal waits for somebody else's lock; who waits for it is the real traffic. */
const LOCK_TIMEOUT_MS = 3_000;

/** Does `work` for real and undoes it: what would happen now, without effect. */
export async function rehearse<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await transaction<Result>(database, async (tx) => {
      await tx.query(sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`);
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as Result;
    throw error;
  }
}
