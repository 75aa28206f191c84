import { SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDuration, formatPercent, NOTHING } from '#lib/format.ts';
import { oneOf, useUrlState } from '#lib/url-state.ts';
import { columnsOf, DataTable, wholeResult, type Column } from '#ui/data-table/index.ts';
import { Note, StatusBadge } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { ErrorLine, ErrorState } from '#ui/states/index.ts';
import { TrendChartSkeleton } from '#ui/trend-chart/index.ts';
import { postbackStatus } from '../custom/postback-status.ts';
import { postbackStatsQuery } from '../postbacks.queries.ts';
import { copy } from './analytics.copy.ts';
import { breakdownRows, type BreakdownRow, type PostbackStats } from './breakdown-rows.ts';
import { OfferFunnel } from './funnel.tsx';
import { SentByDay } from './sent-by-day.tsx';

const DAYS = ['7', '30', '90'] as const;
const PERIOD = { days: oneOf(DAYS, '30') };
const words = copy.columns;

type PostbackRow = PostbackStats['postbackBreakdown'][number];

const rate = (successRate: number | null): string =>
  successRate === null ? NOTHING : formatPercent(successRate / 100);

const countColumns = <Row,>(of: (row: Row) => Omit<BreakdownRow, 'name' | 'postbacks'>) =>
  columnsOf<Row, typeof words>(words, {
    fired: { align: 'right', width: 80, cell: (row) => formatCount(of(row).fired) },
    success: { align: 'right', width: 80, cell: (row) => formatCount(of(row).success) },
    errors: { align: 'right', width: 80, cell: (row) => formatCount(of(row).errors) },
    rate: { align: 'right', width: 100, cell: (row) => rate(of(row).successRate) },
  });

const breakdownColumns = (name: string): readonly Column<BreakdownRow>[] => [
  { id: 'name', header: name, width: 160, cell: (row) => row.name },
  { id: 'postbacks', header: words.postbacks, align: 'right', width: 90, cell: (row) => formatCount(row.postbacks) },
  ...countColumns<BreakdownRow>((row) => row),
];
const EVENT_COLUMNS = breakdownColumns(words.event);
const COMPANY_COLUMNS = breakdownColumns(words.company);

const POSTBACK_COLUMNS: readonly Column<PostbackRow>[] = [
  ...columnsOf<PostbackRow, typeof words>(words, {
    company: { width: 160, cell: (row) => row.companyName },
    event: { width: 100, cell: (row) => row.eventName },
    status: {
      width: 90,
      cell: ({ status }) => <StatusBadge {...postbackStatus({ status, pausedReason: null })} />,
    },
  }),
  ...countColumns<PostbackRow>((row) => ({
    fired: row.totalFired,
    success: row.successCount,
    errors: row.errorCount,
    successRate: row.totalFired === 0 ? null : row.successRate,
  })),
  ...columnsOf<PostbackRow, typeof words>(words, {
    responseTime: {
      align: 'right',
      width: 110,
      cell: (row) => (row.totalFired === 0 ? NOTHING : formatDuration(row.averageResponseTime)),
    },
    waiting: {
      align: 'right',
      width: 80,
      cell: (row) => <LogCount row={row} status="waiting" count={row.waitingDeliveries} />,
    },
    failed: {
      align: 'right',
      width: 80,
      cell: (row) => <LogCount row={row} status="exhausted" count={row.failedDeliveries} />,
    },
  }),
];

interface LogCountProps {
  readonly row: PostbackRow;
  readonly status: 'waiting' | 'exhausted';
  readonly count: number;
}

function LogCount({ row, status, count }: LogCountProps) {
  if (count === 0) return formatCount(0);
  return (
    <Link to="." search={{ tab: 'log', direction: 'outbound', 'o-status': status, 'o-postbackId': row._id }}>
      {formatCount(count)}
    </Link>
  );
}

/** Statistics of the offer's custom postbacks: by day, event, company and postback (document 001 §2). */
export function Analytics({ offerId }: { readonly offerId: string }) {
  const [{ days }, setUrl] = useUrlState(PERIOD);
  const query = useQuery({ ...postbackStatsQuery(offerId, Number(days)), placeholderData: keepPreviousData });
  const { data, error } = query;
  if (!data && error) return <ErrorState text={copy.failed} query={query} />;
  const stats = data?.stats;
  const events = stats && breakdownRows(stats.eventBreakdown);
  const companies = stats && breakdownRows(stats.companyBreakdown);
  return (
    <>
      <ErrorLine text={copy.failed} query={query} />
      <OfferFunnel offerId={offerId} />
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
      {stats?.unknownUsers && <UnknownUsers {...stats.unknownUsers} />}
      <AllTimeTable name="events" title={copy.events} columns={EVENT_COLUMNS} id="name" rows={events} />
      <AllTimeTable name="companies" title={copy.companies} columns={COMPANY_COLUMNS} id="name" rows={companies} />
      <AllTimeTable
        name="performance"
        title={copy.postbacks}
        columns={POSTBACK_COLUMNS}
        id="_id"
        rows={stats?.postbackBreakdown}
      />
    </>
  );
}

function UnknownUsers({ today, week }: NonNullable<PostbackStats['unknownUsers']>) {
  const of = (count: typeof today) => copy.ofClicks(formatCount(count.unknown), formatCount(count.clicks));
  return (
    <Section title={copy.unknownUsers}>
      <Text fz="sm">{copy.unknownUsersText(of(today), of(week))}</Text>
      {week.unknown > 0 && <Note mt={4}>{copy.unknownUsersAdvice}</Note>}
    </Section>
  );
}

interface AllTimeTableProps<Row, Id extends keyof Row> {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly id: Id;
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
}

function AllTimeTable<Id extends string, Row extends { readonly [Key in Id]: string }>(
  props: AllTimeTableProps<Row, Id>,
) {
  const { name, title, columns, id, rows } = props;
  const allTime = (
    <Note span mt={4}>
      {copy.allTime}
    </Note>
  );
  return (
    <Section title={title} actions={allTime}>
      <DataTable
        name={`postback-${name}`}
        label={title}
        columns={columns}
        rowId={(row) => row[id]}
        result={wholeResult(rows)}
        texts={copy}
      />
    </Section>
  );
}
