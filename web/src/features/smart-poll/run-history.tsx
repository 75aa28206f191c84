import type { SmartPollRun } from '@muneem/contract/smart-poll';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatCount, formatDuration, NOTHING } from '#lib/format.ts';
import { DataTable, ListFilter, listResult, useListState, columnsOf, type Column } from '#ui/data-table/index.ts';
import { Coins, CutText, DateTime, StatusBadge } from '#ui/display/index.ts';
import { runStatus, runDurationMs } from './smart-poll-look.ts';
import { copy, triggerText } from './smart-poll.copy.ts';
import { RUNS, runsQuery } from './smart-poll.queries.ts';

const words = copy.history;

const COLUMNS: readonly Column<SmartPollRun>[] = columnsOf(words.columns, {
  started: { sort: 'startedAt', width: 190, cell: (run) => <DateTime value={run.startedAt} /> },
  kind: { width: 190, cell: (run) => <CutText text={triggerText(run)} /> },
  status: { width: 120, cell: (run) => <StatusBadge {...runStatus(run)} reason={run.message} /> },
  asked: {
    align: 'right',
    width: 110,
    cell: (run) =>
      run.asked === run.clicks ? formatCount(run.asked) : `${formatCount(run.asked)} of ${formatCount(run.clicks)}`,
  },
  recovered: { align: 'right', width: 110, cell: (run) => formatCount(run.recovered) },
  coins: { align: 'right', width: 120, cell: (run) => <Coins coins={run.coins} /> },
  failed: { align: 'right', width: 110, cell: (run) => formatCount(run.failed) },
  took: {
    align: 'right',
    width: 100,
    cell: (run) => {
      const ms = runDurationMs(run);
      return ms === undefined ? NOTHING : formatDuration(ms);
    },
  },
});

/** All runs of the last 30 days with their results. Each has a details window. */
export function RunHistory({ runCount }: { readonly runCount: number | undefined }) {
  const list = useListState(RUNS);
  const query = useQuery({ ...runsQuery(list.query), placeholderData: keepPreviousData });
  const newRuns = runCount === undefined || query.data === undefined ? 0 : runCount - query.data.runCount;
  const isWhole = !list.isFiltered && list.query.page === 1;
  return (
    <DataTable
      name="smart-poll-runs"
      label={words.title}
      columns={COLUMNS}
      rowId={(run) => run._id}
      rowLink={(run) => ({ to: '/smart-poll', search: (before) => ({ ...before, run: run._id }) })}
      list={list}
      result={listResult(query, 'runs')}
      {...(isWhole ? { newRows: { count: newRuns, show: () => void query.refetch() } } : {})}
      search={words.search}
      filters={<ListFilter list={list} name="show" aria-label={words.show} options={words.filters} />}
      noun={{ one: 'run', many: 'runs' }}
      texts={words}
    />
  );
}
