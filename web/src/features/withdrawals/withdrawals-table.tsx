import { rights } from '@muneem/contract/rights';
import type { ListedWithdrawal } from '@muneem/contract/withdrawals';
import { Button, SegmentedControl } from '@mantine/core';
import { formatCoins, formatRupees } from '#lib/format.ts';
import { sumRupees } from '#lib/sum-rupees.ts';
import {
  DataTable,
  useSelection,
  type BulkOptions,
  type SelectedRows,
  type DataTableProps,
} from '#ui/data-table/index.ts';
import { optionsOf } from '#ui/fields/index.ts';
import { startBulkDecision } from './bulk-decisions.tsx';
import { decisions } from './decisions.ts';
import { COLUMNS_AFTER_FAILURE, COLUMNS_TO_DECIDE } from './withdrawal-columns.tsx';
import { copy } from './withdrawals.copy.ts';
import type { WithdrawalsList, WithdrawalsPage } from './withdrawals.queries.ts';

interface WithdrawalsTableProps {
  readonly list: WithdrawalsList;
  readonly page: WithdrawalsPage | undefined;
  readonly rows: Pick<DataTableProps<ListedWithdrawal>, 'list' | 'result' | 'rowId' | 'newRows'>;
  /** The run of a bulk decision. */
  readonly onRun: (id: string) => void;
}

/** The withdrawals of one tab, with single and bulk decisions. */
export function WithdrawalsTable({ list, page, rows, onRun }: WithdrawalsTableProps) {
  const { status, period } = list.query;
  const { bulk, decide } = useBulk(list, page, onRun);
  return (
    <DataTable
      name="withdrawals"
      columns={status === 'payment_failed' || status === 'all' ? COLUMNS_AFTER_FAILURE : COLUMNS_TO_DECIDE}
      changes={rights.decideWithdrawals}
      {...rows}
      rowLink={(row) => ({
        to: '/verify-withdrawals',
        search: (before) => ({ ...before, withdrawal: row.id }),
      })}
      decides
      rowLines="two"
      rowShortcuts={[
        {
          key: 'a',
          label: copy.approve,
          run: (row) => void decisions.approve(row, true),
          runSelected: (selected) => void decide(selected, true, true),
        },
        {
          key: 'r',
          label: copy.reject,
          run: (row) => void decisions.reject(row),
          runSelected: (selected) => void decide(selected, false, true),
        },
      ]}
      bulk={bulk}
      search={copy.search}
      filters={
        <SegmentedControl
          aria-label={copy.period}
          value={period}
          data={optionsOf(copy.periods)}
          onChange={(next) => list.setFilters({ period: next })}
        />
      }
      noun={{ one: 'withdrawal', many: 'withdrawals' }}
      texts={copy}
    />
  );
}

/** The ticked withdrawals and their bar of actions. */
function useBulk(list: WithdrawalsList, page: WithdrawalsPage | undefined, onRun: (id: string) => void) {
  const selection = useSelection<ListedWithdrawal>(list.filterKey);
  const decide = async (selected: SelectedRows<ListedWithdrawal>, approved: boolean, byKey = false): Promise<void> => {
    const run = await startBulkDecision(selected, list.query, approved, byKey);
    if (run === undefined) return;
    selection.clear();
    onRun(run);
  };
  const bulk: BulkOptions<ListedWithdrawal> = {
    selection,
    canSelect: (row) => row.status === 'pending',
    nameOf: (row) => copy.selectName(row.userName ?? row.userId, formatRupees(row.amount)),
    // The other tabs also hold withdrawals that cannot be decided.
    ...(page !== undefined && list.query.status === 'pending'
      ? { matching: { total: page.total, isAtLeast: page.isCutShort } }
      : {}),
    summary: (rows) =>
      copy.bulk.summary(
        formatRupees(sumRupees(rows.map(({ amount }) => amount))),
        formatCoins(rows.reduce((sum, row) => sum + row.coins, 0)),
      ),
    actions: (selected) => (
      <>
        <Button size="compact-sm" color="green" onClick={() => void decide(selected, true)}>
          {selected.allMatching ? copy.bulk.approveAll : copy.bulk.approve}
        </Button>
        <Button size="compact-sm" color="red" variant="light" onClick={() => void decide(selected, false)}>
          {selected.allMatching ? copy.bulk.rejectAll : copy.bulk.reject}
        </Button>
      </>
    ),
  };
  return { bulk, decide };
}
