import {
  BREAKDOWNS,
  CONVERSION_SOURCES,
  exportBreakdownCsv,
  exportBreakdownWorkbook,
  figuresOf,
  formatStep,
  type BreakdownGroup,
} from '@muneem/contract/conversion-reports';
import { SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { daysBetween } from '#lib/days.ts';
import { ExportButton } from '#features/exports/index.ts';
import { formatCount, formatPercent, formatRupees, formatRupeesShort, NOTHING } from '#lib/format.ts';
import { oneOf, useUrlState } from '#lib/url-state.ts';
import { columnsOf, DataTable, listResult, type Column } from '#ui/data-table/index.ts';
import { Money, TwoLines } from '#ui/display/index.ts';
import { optionsOf } from '#ui/fields/index.ts';
import { Section } from '#ui/layout/index.ts';
import { EmptyState, Loaded } from '#ui/states/index.ts';
import { TrendChart, TrendChartSkeleton } from '#ui/trend-chart/index.ts';
import { copy } from './conversion-reports.copy.ts';
import classes from './conversion-reports.module.css';
import { breakdownQuery, callFilters, type Breakdown, type ReportList } from './conversion-reports.queries.ts';
import { conversionSource } from './conversion-status.ts';

const words = copy.breakdown;
const BY = { by: oneOf(['none', ...BREAKDOWNS], 'none') };

/** Opens a breakdown below the filters. Closed by default, so that the first rows need no scrolling. */
export function BreakdownChoice() {
  const [{ by }, setBy] = useUrlState(BY);
  return (
    <SegmentedControl
      aria-label={words.title}
      size="xs"
      data={optionsOf(words.by)}
      value={by}
      onChange={(value) => setBy({ by: value })}
    />
  );
}

/** The filtered conversions by day, offer, network, event or city. A click on a group narrows the filters to it. */
export function ReportBreakdown({ list }: { readonly list: ReportList }) {
  const [{ by }] = useUrlState(BY);
  if (by === 'none') return null;
  return (
    <Section
      title={`${words.title} ${words.by[by].toLowerCase()}`}
      actions={
        <ExportButton
          kind="breakdown"
          label={words.export}
          routes={{ xlsx: exportBreakdownWorkbook, csv: exportBreakdownCsv }}
          query={{ ...callFilters(list.query), search: '', by }}
          fileName={() => `conversions_by_${by}`}
          failure={words.exportFailed}
        />
      }
    >
      <Groups by={by} list={list} />
      {list.query.search !== '' && (
        <Text size="xs" c="dimmed">
          {words.searched}
        </Text>
      )}
    </Section>
  );
}

function Groups({ by, list }: { readonly by: Breakdown; readonly list: ReportList }) {
  const query = useQuery({
    ...breakdownQuery(list.query, by),
    placeholderData: (before, asked) => (asked?.queryKey[2] === by ? before : undefined),
  });
  return (
    <Loaded query={query} failed={words.failed} compact loading={<TrendChartSkeleton panels={2} />}>
      {({ groups }) => {
        if (groups.length === 0) return <EmptyState title={words.empty} compact />;
        if (by === 'city' && groups.every(({ rest }) => rest === 'unknown'))
          return <EmptyState title={words.noCities} text={words.noCitiesText} compact />;
        return (
          <>
            {by === 'day' ? (
              <Days groups={everyDay(groups)} onOpen={(day) => list.setFilters({ startDate: day, endDate: day })} />
            ) : (
              <DataTable
                name={`conversion-${by}s`}
                label={words.by[by]}
                columns={columns(HEADINGS[by], (key) => list.setFilters({ [by]: key }))}
                rowId={(group) => group.rest ?? group.key}
                result={listResult(query, 'groups')}
                texts={words}
              />
            )}
            <WithoutRevenue groups={groups} />
          </>
        );
      }}
    </Loaded>
  );
}

const HEADINGS = { offer: 'Offer', network: 'Network', event: 'Event', city: 'City' } as const;

/** A sum of revenue that leaves conversions out says how many. */
function WithoutRevenue({ groups }: { readonly groups: readonly BreakdownGroup[] }) {
  const unpriced = groups.reduce((sum, { withoutRevenue }) => sum + withoutRevenue, 0);
  const approved = groups.reduce((sum, group) => sum + group.approved, 0);
  if (unpriced === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {copy.withoutRevenue(formatCount(unpriced), formatCount(approved))}
    </Text>
  );
}

function everyDay(groups: readonly BreakdownGroup[]): readonly BreakdownGroup[] {
  const byDay = new Map(groups.map((group) => [group.key, group]));
  const none = {
    conversions: 0,
    approved: 0,
    totalPayout: 0,
    sources: { postback: 0, smart_poll: 0, manual: 0 },
    revenue: null,
    pendingRevenue: 0,
    withoutRevenue: 0,
    clicks: 0,
    times: [],
  };
  return daysBetween(groups[0]?.key ?? '', groups.at(-1)?.key ?? '').map(
    (key) => byDay.get(key) ?? { key, label: key, ...none },
  );
}

interface DaysProps {
  readonly groups: readonly BreakdownGroup[];
  readonly onOpen: (day: string) => void;
}

function Days({ groups, onOpen }: DaysProps) {
  return (
    <TrendChart
      label={words.days}
      period="Selected days"
      days={groups.map(({ key }) => key)}
      panels={[
        {
          title: words.columns.conversions,
          kind: 'bars',
          isWhole: true,
          format: formatCount,
          series: CONVERSION_SOURCES.map((source) => {
            const { label, color } = conversionSource(source);
            return { name: label, color, values: groups.map(({ sources }) => sources[source]) };
          }),
        },
        {
          title: words.rupees,
          kind: 'line',
          format: formatRupees,
          axis: formatRupeesShort,
          series: [
            { name: words.columns.payout, color: 'ink', values: groups.map(({ totalPayout }) => totalPayout) },
            { name: words.columns.revenue, color: 'blue', values: groups.map(({ revenue }) => revenue ?? undefined) },
            {
              name: words.columns.profit,
              color: 'green',
              values: groups.map((group) => figuresOf(group).profit ?? undefined),
            },
          ],
        },
      ]}
      onOpen={onOpen}
    />
  );
}

/** An unknown figure is never 0. */
const share = (value: number | null): string => (value === null ? NOTHING : formatPercent(value));
const rupees = (value: number | null): string => (value === null ? NOTHING : formatRupees(value));

function Profit({ rupees: value }: { readonly rupees: number | null }) {
  return (
    <Text span inherit {...(value !== null && value < 0 && { c: 'red' })}>
      {rupees(value)}
    </Text>
  );
}

const columns = (header: string, onChoose: (key: string) => void): readonly Column<BreakdownGroup>[] =>
  columnsOf(
    { label: header, ...words.columns },
    {
      label: {
        width: 220,
        cell: (group) =>
          group.rest === undefined ? (
            <UnstyledButton className={classes['drill']} onClick={() => onChoose(group.key)}>
              {group.label}
            </UnstyledButton>
          ) : (
            <Text span inherit c="dimmed">
              {group.label}
            </Text>
          ),
      },
      clicks: { align: 'right', width: 100, cell: ({ clicks }) => (clicks === null ? NOTHING : formatCount(clicks)) },
      conversions: { align: 'right', width: 120, cell: (group) => formatCount(group.conversions) },
      approved: { align: 'right', width: 100, hidden: true, cell: (group) => formatCount(group.approved) },
      rate: { align: 'right', width: 80, cell: (group) => share(figuresOf(group).conversionRate) },
      revenue: {
        align: 'right',
        width: 150,
        cell: (group) => (
          <TwoLines
            first={rupees(group.revenue)}
            second={
              group.withoutRevenue > 0
                ? copy.withoutRevenue(formatCount(group.withoutRevenue), formatCount(group.approved))
                : ''
            }
          />
        ),
      },
      payout: { align: 'right', width: 120, cell: (group) => <Money rupees={group.totalPayout} /> },
      profit: { align: 'right', width: 120, cell: (group) => <Profit rupees={figuresOf(group).profit} /> },
      margin: { align: 'right', width: 90, cell: (group) => share(figuresOf(group).margin) },
      perClick: { align: 'right', width: 100, cell: (group) => rupees(figuresOf(group).revenuePerClick) },
      median: { align: 'right', width: 110, cell: (group) => formatStep(figuresOf(group).medianS) || NOTHING },
      sources: {
        align: 'right',
        width: 240,
        hidden: true,
        cell: ({ sources }) => CONVERSION_SOURCES.map((source) => formatCount(sources[source])).join(' / '),
      },
    },
  );
