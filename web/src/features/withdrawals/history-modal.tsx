import { MAX_COUNTED_WITHDRAWALS, type WithdrawalStats, type WithdrawalView } from '@muneem/contract/withdrawals';
import { ApiError } from '@muneem/contract/http';
import { Button, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayProblems } from '#lib/day-problems.ts';
import { formatCount, formatRupees, kolkataDay, NOTHING } from '#lib/format.ts';
import { columnsOf, DataTable, ListFilter, listResult, useListState, type Column } from '#ui/data-table/index.ts';
import { CutText, DateTime, Money, Note } from '#ui/display/index.ts';
import { DayRange } from '#ui/fields/index.ts';
import { StatCard, StatGrid } from '#ui/layout/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { MethodCell, ReasonCell, StatusCell, UserCell } from './withdrawal-columns.tsx';
import { copy } from './withdrawals.copy.ts';
import { HISTORY, historyQuery } from './withdrawals.queries.ts';
import classes from './withdrawals.module.css';

const words = copy.history;

/** Wraps before the time, to leave room for the reason. */
const When = ({ value }: { readonly value: string | null }) => (
  <span className={classes['when']}>
    <DateTime value={value} />
  </span>
);

const HEADINGS = { ...copy.columns, ...words.columns };
const COLUMNS: readonly Column<WithdrawalView>[] = columnsOf(HEADINGS, {
  user: { width: 218, cell: (row) => <UserCell row={row} /> },
  amount: { align: 'right', sort: 'amount', width: 90, cell: (row) => <Money rupees={row.amount} /> },
  status: { width: 128, cell: (row) => <StatusCell row={row} /> },
  method: { width: 226, cell: (row) => <MethodCell row={row} /> },
  date: { sort: 'date', width: 118, cell: (row) => <When value={row.date} /> },
  verified: { sort: 'verified', width: 118, cell: (row) => <When value={row.verifiedDate} /> },
  verifiedBy: { width: 196, cell: (row) => (row.verifiedBy === null ? NOTHING : <CutText text={row.verifiedBy} />) },
  reason: {
    width: 150,
    grows: true,
    cell: ({ adminReason }) => (adminReason ? <ReasonCell reason={adminReason} /> : NOTHING),
  },
  details: {
    kind: 'actions',
    width: 82,
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
});

/** Document 001 §8: the server's reason, or a fixed text if it gave none. */
const historyFailure = (error: unknown): string =>
  error instanceof ApiError && error.kind === 'http' && error.serverMessage === undefined
    ? words.failedWithoutWords
    : words.failed;

/** The decided withdrawals with their sums. The filters have their own part of the URL. */
export function HistoryModal({ onClose }: { readonly onClose: () => void }) {
  const list = useListState(HISTORY);
  const today = kolkataDay(new Date());
  const query = useQuery({ ...historyQuery(list.query), placeholderData: keepPreviousData });
  return (
    <ModalWindow inUrl onClose={onClose} title={words.title} size="98rem" xOffset="2vw">
      <Stack gap="md">
        <Cards stats={query.data?.stats} isFailed={query.isError && !query.data} />
        <DataTable
          name="withdrawal-history"
          label={words.title}
          columns={COLUMNS}
          rowId={(row) => row.id}
          list={list}
          result={listResult(query, 'withdrawals')}
          rowLink={(row) => ({ to: '/verify-withdrawals', search: (before) => ({ ...before, withdrawal: row.id }) })}
          rowLines="two"
          search={words.search}
          filters={
            <>
              <ListFilter list={list} name="status" aria-label={words.status} options={words.statuses} />
              <DayRange
                inline
                value={list.query}
                max={today}
                errors={dayProblems(list.query, today, words.dayProblems)}
                onChange={list.setFilters}
              />
            </>
          }
          noun={{ one: 'withdrawal', many: 'withdrawals' }}
          texts={{ ...words, failed: historyFailure(query.error) }}
        />
        {query.data?.isCutShort && <Note mt="xs">{words.cutShort(formatCount(MAX_COUNTED_WITHDRAWALS))}</Note>}
      </Stack>
    </ModalWindow>
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
