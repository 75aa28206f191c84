import { BREAKDOWNS, CONVERSION_SOURCES, type BreakdownGroup } from '@muneem/contract/conversion-reports';
import { SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { daysBetween } from '#lib/days.ts';
import { formatCount, formatRupees, formatRupeesShort } from '#lib/format.ts';
import { oneOf, useUrlState } from '#lib/url-state.ts';
import { columnsOf, DataTable, listResult, type Column } from '#ui/data-table/index.ts';
import { Money } from '#ui/display/index.ts';
import { optionsOf } from '#ui/fields/index.ts';
import { Section } from '#ui/layout/index.ts';
import { EmptyState, Loaded } from '#ui/states/index.ts';
import { TrendChart, TrendChartSkeleton } from '#ui/trend-chart/index.ts';
import { copy } from './conversion-reports.copy.ts';
import classes from './conversion-reports.module.css';
import { breakdownQuery, type Breakdown, type ReportList } from './conversion-reports.queries.ts';
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

/** The filtered conversions by day, offer, event or city. A click on a group narrows the filters to it. */
export function ReportBreakdown({ list }: { readonly list: ReportList }) {
  const [{ by }] = useUrlState(BY);
  if (by === 'none') return null;
  return (
    <Section title={`${words.title} ${words.by[by].toLowerCase()}`}>
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
        if (by === 'day')
          return <Days groups={everyDay(groups)} onOpen={(day) => list.setFilters({ startDate: day, endDate: day })} />;
        return (
          <DataTable
            name={`conversion-${by}s`}
            label={words.by[by]}
            columns={columns(HEADINGS[by], (key) => list.setFilters({ [by]: key }))}
            rowId={(group) => group.rest ?? group.key}
            result={listResult(query, 'groups')}
            texts={words}
          />
        );
      }}
    </Loaded>
  );
}

const HEADINGS = { offer: 'Offer', event: 'Event', city: 'City' } as const;

function everyDay(groups: readonly BreakdownGroup[]): readonly BreakdownGroup[] {
  const byDay = new Map(groups.map((group) => [group.key, group]));
  const none = { conversions: 0, approved: 0, totalPayout: 0, sources: { postback: 0, smart_poll: 0, manual: 0 } };
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
          title: words.columns.payout,
          kind: 'line',
          format: formatRupees,
          axis: formatRupeesShort,
          series: [{ name: words.columns.payout, color: 'ink', values: groups.map(({ totalPayout }) => totalPayout) }],
        },
      ]}
      onOpen={onOpen}
    />
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
      conversions: { align: 'right', width: 120, cell: (group) => formatCount(group.conversions) },
      approved: { align: 'right', width: 110, cell: (group) => formatCount(group.approved) },
      payout: { align: 'right', width: 130, cell: (group) => <Money rupees={group.totalPayout} /> },
      sources: {
        align: 'right',
        width: 240,
        cell: ({ sources }) => CONVERSION_SOURCES.map((source) => formatCount(sources[source])).join(' / '),
      },
    },
  );
