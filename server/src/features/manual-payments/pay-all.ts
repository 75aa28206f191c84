import { CLICKS_FOUND_AT_MOST, PAYABLE_CLICK_STATUSES, type ClickSearchType } from '@muneem/contract/manual-payments';
import { USER_DEFAULTS } from '@muneem/contract/users';
import type { Actor } from '#platform/audit-log/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import type { BulkRunItemRow, BulkRuns } from '#features/bulk-runs/index.ts';
import { payClicks, type PayDependencies } from './pay-clicks.ts';
import { readClicks, type PayableClickRow } from './payable-clicks.repository.ts';
import { rewardOfClick } from './reward-of-click.ts';
import { searchPayableClicks } from './search-payable-clicks.ts';

const PART = 20;

/** Stores the list of clicks that would be paid now, with users and coins. */
export async function prepareToPayAll(
  { database, clock }: PayDependencies,
  bulkRuns: BulkRuns,
  filter: { readonly search: string; readonly searchType: ClickSearchType },
  actor: Actor,
): ReturnType<BulkRuns['prepare']> {
  const refs = await searchPayableClicks(database, { ...filter, statuses: PAYABLE_CLICK_STATUSES });
  const rows = await readClicks(database, refs, kolkataDay(clock.now()));
  return bulkRuns.prepare({
    kind: 'clicks.pay',
    actor,
    filter,
    items: rows.map(toItem),
    atMost: CLICKS_FOUND_AT_MOST,
    none: 'No clicks to process payment for',
  });
}

const toItem = (row: PayableClickRow): BulkRunItemRow => ({
  itemId: row.id,
  uid: row.uid,
  label: `${row.uid === null ? 'Anonymous' : (row.userName ?? USER_DEFAULTS.name)} · ${row.offerTitle}`,
  coins: rewardOfClick(row),
  amountPaise: null,
});

/** Reports a click whose user or coins have changed since the confirmation, instead of paying it. */
export function definePayingAll(dependencies: PayDependencies, bulkRuns: BulkRuns): void {
  bulkRuns.define('clicks.pay', {
    part: PART,
    async decide(items, { actor }) {
      const clicks = items.map(({ itemId, uid, coins }) => ({ clickId: itemId, userId: uid, coins }));
      const results = await payClicks(dependencies, clicks, actor);
      return {
        results: results.map((result) =>
          'code' in result
            ? { itemId: result.clickId, outcome: 'refused', message: result.message }
            : { itemId: result.clickId, outcome: 'done', message: `Transaction ID: ${result.transactionId}` },
        ),
      };
    },
  });
}
