import { sql, type Queryable, type Tx } from '#platform/database/index.ts';
import type { LedgerBreach } from './ledger-inspection.repository.ts';

interface LedgerStatus {
  readonly checkedAt: Date;
  /** Start of the payout stop. Null: payouts run. */
  readonly breachedAt: Date | null;
  readonly breaches: readonly LedgerBreach[];
}

/** Returns the last check's result, or null before the first one. */
export const findLedgerStatus = (q: Queryable): Promise<LedgerStatus | null> =>
  q.findOne<LedgerStatus>(sql`select checked_at, breached_at, breaches from ledger_checks`);

export const lockLedgerStatus = (tx: Tx): Promise<LedgerStatus | null> =>
  tx.findOne<LedgerStatus>(sql`select checked_at, breached_at, breaches from ledger_checks for update`);

type PayoutStop = 'ledger' | 'restored_copy';

/** Returns what stops payouts on every server: a breach, or a restored copy that is not confirmed. Null: they run. */
export const findPayoutStop = (q: Queryable): Promise<PayoutStop | null> =>
  q.getValue(sql`
    select case
      when exists (select from restores where confirmed_at is null) then 'restored_copy'
      when exists (select from ledger_checks where breached_at is not null) then 'ledger'
    end as stop`);

export const isPayoutStopped = async (q: Queryable): Promise<boolean> => (await findPayoutStop(q)) !== null;

/** Keeps the time of the first breach until a clean check. */
export async function saveLedgerStatus(
  q: Queryable,
  at: Date,
  { full, breaches }: { full: boolean; breaches: readonly LedgerBreach[] },
): Promise<void> {
  await q.execute(sql`
    insert into ledger_checks as c (checked_at, full_checked_at, breached_at, breaches)
    values (${at}, ${full ? at : null}, ${breaches.length > 0 ? at : null}, ${JSON.stringify(breaches)})
    on conflict (only_row) do update set
      checked_at = excluded.checked_at,
      full_checked_at = coalesce(excluded.full_checked_at, c.full_checked_at),
      breached_at = case when excluded.breached_at is null then null else coalesce(c.breached_at, excluded.breached_at) end,
      breaches = excluded.breaches`);
}
