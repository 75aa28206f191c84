import type { Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import { lockBalance, postJournals } from '#features/ledger/index.ts';
import { reversalOf } from './reverse-conversion.ts';
import { listCollectable, settleCredit, type ReversedCredit } from './reversals.repository.ts';

const COLLECTOR: Actor = { kind: 'system', id: 'reversals', name: 'Reversals' };
/** In one run; the rest waits for the next. */
const AT_ONCE = 200;

/** Takes what is owed from wallets that have it again, each credit whole and once. @returns how many were taken. */
export async function collectReversals({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  let taken = 0;
  for (const credit of await listCollectable(database, AT_ONCE))
    if (await transaction(database, (tx) => collect(tx, credit, clock.now()))) taken += 1;
  return taken;
}

async function collect(tx: Tx, credit: ReversedCredit, at: Date): Promise<boolean> {
  if ((await lockBalance(tx, credit.userId)) < credit.coins) return false;
  if (!(await settleCredit(tx, credit.journalId, { status: 'taken', at, by: COLLECTOR.name }))) return false;
  await postJournals(tx, [reversalOf(credit, COLLECTOR, 'The reversed reward was owed.')]);
  return true;
}
