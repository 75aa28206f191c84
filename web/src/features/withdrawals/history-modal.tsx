import { MAX_COUNTED_WITHDRAWALS, type WithdrawalStats, type WithdrawalView } from '@muneem/contract/withdrawals';
import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatRupees, NOTHING } from '#lib/format.ts';
import { DataTable, listResult, useListState, type Column } from '#ui/data-table/index.ts';
import { CutText, DateTime, Money, StatusBadge } from '#ui/display/index.ts';
import { StatCard, StatGrid } from '#ui/layout/index.ts';
import { MethodCell, reasonOf, UserCell } from './withdrawal-columns.tsx';
import { withdrawalStatus } from './withdrawal-status.ts';
import { historyFailure } from './history-failure.ts';
import { copy } from './withdrawals.copy.ts';
import classes from './withdrawals.module.css';
import { HISTORY, HISTORY_TABS, historyQuery, type HistoryQuery } from './withdrawals.queries.ts';

const words = copy.history;

const COLUMNS: readonly Column<WithdrawalView>[] = [
  { id: 'user', header: words.columns.user, width: 160, cell: (row) => <UserCell row={row} /> },
  {
    id: 'amount',
    header: copy.columns.amount,
    align: 'right',
    sort: 'amount',
    width: 100,
    cell: (row) => <Money rupees={row.amount} />,
  },
  {
    id: 'status',
    header: copy.columns.status,
    width: 120,
    cell: (row) => <StatusBadge {...withdrawalStatus(row.status)} reason={reasonOf(row)} />,
  },
  { id: 'method', header: copy.columns.method, width: 180, cell: (row) => <MethodCell row={row} /> },
  { id: 'date', header: words.columns.date, sort: 'date', width: 165, cell: (row) => <DateTime value={row.date} /> },
  { id: 'verifiedBy', header: words.columns.verifiedBy, width: 125, cell: (row) => row.verifiedBy ?? NOTHING },
  {
    id: 'reason',
    header: words.columns.reason,
    width: 110,
    cell: (row) => (row.adminReason ? <CutText text={row.adminReason} /> : NOTHING),
  },
  {
    id: 'details',
    header: words.columns.details,
    kind: 'actions',
    width: 85,
    cell: (row) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${words.columns.details}: ${row.id}`}
        renderRoot={(props) => (
          <Link to="/verify-withdrawals" search={(before: object) => ({ ...before, withdrawal: row.id })} {...props} />
        )}
      >
        {words.columns.details}
      </Button>
    ),
  },
];

/** Everything that was decided, with its sums; its filters have their own place in the address. */
export function HistoryModal({ onClose }: { readonly onClose: () => void }) {
  const list = useListState(HISTORY);
  const query = useQuery({ ...historyQuery(list.query), placeholderData: keepPreviousData });
  return (
    <Modal opened onClose={onClose} title={words.title} size="min(78rem, 96vw)">
      <Stack gap="md">
        <Cards stats={query.data?.stats} isFailed={query.isError && !query.data} />
        <DataTable
          name="withdrawal-history"
          label={words.title}
          columns={COLUMNS}
          rowId={(row) => row.id}
          list={list}
          result={listResult(
            query,
            (answer) => answer.withdrawals,
            (answer) => answer.total,
          )}
          rowLink={(row) => ({ to: '/verify-withdrawals', search: (before) => ({ ...before, withdrawal: row.id }) })}
          rowLines="two"
          search={words.search}
          filters={<Filters query={list.query} set={list.setFilters} />}
          noun={{ one: 'withdrawal', many: 'withdrawals' }}
          empty={{ title: words.empty }}
          emptyByFilter={words.emptyByFilter}
          errorText={historyFailure(query.error)}
        />
        {query.data?.isCutShort && (
          <p className={classes['note']}>{words.cutShort(formatCount(MAX_COUNTED_WITHDRAWALS))}</p>
        )}
      </Stack>
    </Modal>
  );
}

function Cards({ stats, isFailed }: { readonly stats: WithdrawalStats | undefined; readonly isFailed: boolean }) {
  const { cards } = words;
  const shown = (value: string | undefined): string | undefined => value ?? (isFailed ? NOTHING : undefined);
  const count = (value: number | undefined): string | undefined =>
    shown(value === undefined ? undefined : formatCount(value));
  return (
    <StatGrid label={words.title}>
      <StatCard label={cards.total} value={count(stats?.total)} />
      <StatCard label={cards.completed} value={count(stats?.completed)} />
      <StatCard label={cards.rejected} value={count(stats?.rejected)} />
      <StatCard label={cards.processing} value={count(stats?.processing)} />
      <StatCard label={cards.failed} value={count(stats?.failed)} />
      <StatCard label={cards.completedAmount} value={shown(stats && formatRupees(stats.completedAmount))} />
    </StatGrid>
  );
}

interface FilterProps {
  readonly query: HistoryQuery;
  readonly set: (change: Partial<Pick<HistoryQuery, 'status' | 'startDate' | 'endDate'>>) => void;
}

function Filters({ query, set }: FilterProps) {
  return (
    <>
      <NativeSelect
        aria-label={words.status}
        value={query.status}
        data={HISTORY_TABS.map((value) => ({ value, label: words.statuses[value] }))}
        onChange={(event) => set({ status: event.currentTarget.value as HistoryQuery['status'] })}
      />
      <label className={classes['inline']}>
        {words.startDate}
        <TextInput
          type="date"
          value={query.startDate}
          onChange={(event) => set({ startDate: event.currentTarget.value })}
        />
      </label>
      <label className={classes['inline']}>
        {words.endDate}
        <TextInput
          type="date"
          value={query.endDate}
          onChange={(event) => set({ endDate: event.currentTarget.value })}
        />
      </label>
    </>
  );
}
