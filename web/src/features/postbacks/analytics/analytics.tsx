import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDuration, formatPercent, NOTHING } from '#lib/format.ts';
import { oneOf, useUrlState } from '#lib/url-state.ts';
import { DataTable, type Column, type ListResult } from '#ui/data-table/index.ts';
import { Note, StatusBadge } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { ErrorLine, ErrorState } from '#ui/states/index.ts';
import { TrendChartSkeleton } from '#ui/trend-chart/index.ts';
import { postbackStatus } from '../custom/postback-status.ts';
import classes from '../postbacks.module.css';
import { postbackStatsQuery } from '../postbacks.queries.ts';
import { copy } from './analytics.copy.ts';
import { companyRows, eventRows, type BreakdownRow, type PostbackStats } from './breakdown-rows.ts';
import { SentByDay } from './sent-by-day.tsx';

const DAYS = ['7', '30', '90'] as const;
const PERIOD = { days: oneOf(DAYS, '30') };
const words = copy.columns;

type PostbackRow = PostbackStats['postbackBreakdown'][number];

const rate = (successRate: number | null): string =>
  successRate === null ? NOTHING : formatPercent(successRate / 100);

/** The columns that all tables share. */
const countColumns = <Row,>(of: (row: Row) => Omit<BreakdownRow, 'name' | 'postbacks'>): Column<Row>[] => [
  { id: 'fired', header: words.fired, align: 'right', width: 80, cell: (row) => formatCount(of(row).fired) },
  { id: 'success', header: words.success, align: 'right', width: 80, cell: (row) => formatCount(of(row).success) },
  { id: 'errors', header: words.errors, align: 'right', width: 80, cell: (row) => formatCount(of(row).errors) },
  { id: 'rate', header: words.rate, align: 'right', width: 100, cell: (row) => rate(of(row).successRate) },
];

const breakdownColumns = (name: string): readonly Column<BreakdownRow>[] => [
  { id: 'name', header: name, width: 160, cell: (row) => row.name },
  { id: 'postbacks', header: words.postbacks, align: 'right', width: 90, cell: (row) => formatCount(row.postbacks) },
  ...countColumns<BreakdownRow>((row) => row),
];
const EVENT_COLUMNS = breakdownColumns(words.event);
const COMPANY_COLUMNS = breakdownColumns(words.company);

const POSTBACK_COLUMNS: readonly Column<PostbackRow>[] = [
  { id: 'company', header: words.company, width: 160, cell: (row) => row.companyName },
  { id: 'event', header: words.event, width: 100, cell: (row) => row.eventName },
  {
    id: 'status',
    header: words.status,
    width: 90,
    cell: (row) => <StatusBadge {...postbackStatus({ status: row.status, pausedReason: null })} />,
  },
  ...countColumns<PostbackRow>((row) => ({
    fired: row.totalFired,
    success: row.successCount,
    errors: row.errorCount,
    successRate: row.totalFired === 0 ? null : row.successRate,
  })),
  {
    id: 'responseTime',
    header: words.responseTime,
    align: 'right',
    width: 110,
    cell: (row) => (row.totalFired === 0 ? NOTHING : formatDuration(row.averageResponseTime)),
  },
  {
    id: 'waiting',
    header: words.waiting,
    align: 'right',
    width: 80,
    cell: (row) => <LogCount row={row} status="waiting" count={row.waitingDeliveries} />,
  },
  {
    id: 'failed',
    header: words.failed,
    align: 'right',
    width: 80,
    cell: (row) => <LogCount row={row} status="exhausted" count={row.failedDeliveries} />,
  },
];

function LogCount({
  row,
  status,
  count,
}: {
  readonly row: PostbackRow;
  readonly status: string;
  readonly count: number;
}) {
  if (count === 0) return formatCount(0);
  return (
    <Link
      to="."
      search={{ tab: 'log', direction: 'outbound', 'o-status': status, 'o-postbackId': row._id }}
      className={classes['link']}
    >
      {formatCount(count)}
    </Link>
  );
}

const ALL_TIME = (
  <Note span mt={4}>
    {copy.allTime}
  </Note>
);

/** Statistics of the offer's custom postbacks: by day, event, company and postback (document 001 §2). */
export function Analytics({ offerId }: { readonly offerId: string }) {
  const [{ days }, setUrl] = useUrlState(PERIOD);
  const query = useQuery({ ...postbackStatsQuery(offerId, Number(days)), placeholderData: keepPreviousData });
  const { data, error, refetch, isFetching } = query;
  if (!data && error) {
    return <ErrorState text={copy.failed} error={error} onRetry={refetch} retrying={isFetching} />;
  }
  const stats = data?.stats;
  const table = <Row,>(rows: readonly Row[] | undefined): ListResult<Row> => ({
    rows,
    total: rows?.length,
    isFetching: false,
    error: null,
    refetch,
  });
  return (
    <>
      {error && <ErrorLine text={copy.failed} error={error} onRetry={refetch} retrying={isFetching} />}
      <Section
        title={copy.chart}
        actions={
          <SegmentedControl
            size="xs"
            aria-label={copy.days}
            value={days}
            data={DAYS.map((value) => ({ value, label: copy.period(Number(value)) }))}
            onChange={(next) => setUrl({ days: next })}
          />
        }
      >
        {stats ? <SentByDay series={stats.series} /> : <TrendChartSkeleton panels={2} />}
      </Section>
      <Section title={copy.events} actions={ALL_TIME}>
        <DataTable
          name="postback-events"
          label={copy.events}
          columns={EVENT_COLUMNS}
          rowId={(row) => row.name}
          result={table(stats && eventRows(stats))}
          empty={{ title: copy.none }}
          errorText={copy.failed}
        />
      </Section>
      <Section title={copy.companies} actions={ALL_TIME}>
        <DataTable
          name="postback-companies"
          label={copy.companies}
          columns={COMPANY_COLUMNS}
          rowId={(row) => row.name}
          result={table(stats && companyRows(stats))}
          empty={{ title: copy.none }}
          errorText={copy.failed}
        />
      </Section>
      <Section title={copy.postbacks} actions={ALL_TIME}>
        <DataTable
          name="postback-performance"
          label={copy.postbacks}
          columns={POSTBACK_COLUMNS}
          rowId={(row) => row._id}
          result={table(stats?.postbackBreakdown)}
          empty={{ title: copy.none }}
          errorText={copy.failed}
        />
      </Section>
    </>
  );
}
