import {
  figuresOf,
  getConversionBreakdown,
  getConversionStats,
  listConversionReports,
  MAX_SEARCHED_USERS,
  type ConversionRow,
  type ConversionStats,
} from '@muneem/contract/conversion-reports';
import { Button, Text } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { Link } from '@tanstack/react-router';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExportProgress } from '#features/exports/index.ts';
import { ClickButtons } from '#features/clicks/index.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCount, formatRupees } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { text, useUrlState } from '#lib/url-state.ts';
import { columnsOf, DataTable, useListState, useLiveList, type Column } from '#ui/data-table/index.ts';
import { DataAge, DateTime, Money, RequestId, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { PageHeader, RefreshButton, StatCard, StatGrid } from '#ui/layout/index.ts';
import { ConversionDetailsModal } from './conversion-details-modal.tsx';
import { copy } from './conversion-reports.copy.ts';
import { CONVERSIONS, conversionsQuery, conversionStatsQuery, type ReportQuery } from './conversion-reports.queries.ts';
import { conversionSource, conversionStatus } from './conversion-status.ts';
import { EXPORT_KIND, ExportModal } from './export-modal.tsx';
import { ReportBreakdown } from './report-breakdown.tsx';
import { ReportFilters } from './report-filters.tsx';

const READ = [listConversionReports, getConversionStats, getConversionBreakdown];
const OPEN = { conversion: text() };

const COLUMNS: readonly Column<ConversionRow>[] = columnsOf(copy.columns, {
  clickId: { width: 210, cell: (row) => row.clickId, after: (row) => <ClickButtons clickId={row.clickId} /> },
  user: {
    width: 180,
    cell: (row) => <TwoLines first={row.userName} second={row.userId?.email ?? 'Anonymous click'} />,
  },
  offer: { width: 180, cell: (row) => row.offerId?.title ?? row.campName },
  event: { width: 100, cell: (row) => row.event },
  source: { width: 110, cell: (row) => <StatusBadge {...conversionSource(row.conversionSource)} /> },
  payout: { align: 'right', sort: 'userPayout', width: 110, cell: (row) => <Money rupees={row.userPayout} /> },
  status: { width: 110, cell: (row) => <StatusBadge {...conversionStatus(row.status)} reason={row.reason} /> },
  date: { sort: 'createdAt', width: 180, cell: (row) => <DateTime value={row.createdAt} /> },
  details: {
    kind: 'actions',
    width: 90,
    cell: (row) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${copy.details.open}: ${row.clickId}`}
        renderRoot={(props) => (
          <Link to="." search={(before: object) => ({ ...before, conversion: row.conversionId })} {...props} />
        )}
      >
        {copy.details.open}
      </Button>
    ),
  },
  city: { hidden: true, width: 130, cell: (row) => row.city },
  state: { hidden: true, width: 130, cell: (row) => row.state },
  country: { hidden: true, width: 110, cell: (row) => row.country },
});

/** All conversions with totals, filters, details and the Excel export (document 001 §2). */
function ConversionReportsScreen() {
  const list = useListState(CONVERSIONS);
  const [{ conversion }, setOpen] = useUrlState(OPEN);
  const [exporting, setExporting] = useState(false);
  const query = useQuery({ ...conversionsQuery(list.query), placeholderData: keepPreviousData });
  const live = useLiveList(query, list, { rows: 'conversions', idOf: (row) => row._id });

  return (
    <>
      <PageHeader
        aside={<DataAge of={READ} />}
        actions={
          <>
            <RefreshButton
              onRefresh={() => queryClient.invalidateQueries({ queryKey: ['conversions'] }).then(live.show)}
            />
            <ExportProgress kind={EXPORT_KIND}>
              <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setExporting(true)}>
                {copy.export}
              </Button>
            </ExportProgress>
          </>
        }
      />
      <Sums query={list.query} />
      <ReportFilters list={list} />
      <ReportBreakdown list={list} />
      <DataTable
        name="conversions"
        columns={COLUMNS}
        {...live.table}
        rowLink={(row) => ({ to: '.', search: (before) => ({ ...before, conversion: row.conversionId }) })}
        rowLines="two"
        search={copy.search}
        noun={{ one: 'conversion', many: 'conversions' }}
        texts={copy}
      />
      {query.data?.isCutShort === true && (
        <Text role="status" size="sm" mt="xs">
          {copy.cutShort(formatCount(MAX_SEARCHED_USERS))}
        </Text>
      )}
      {conversion !== '' && (
        <ConversionDetailsModal
          conversionId={conversion}
          onClose={() => setOpen({ conversion: '' }, { closes: true })}
        />
      )}
      {exporting && <ExportModal query={list.query} onClose={() => setExporting(false)} />}
    </>
  );
}

/** The revenue and profit behind the payout, and how many conversions they leave out. */
function earned(stats: ConversionStats): string | undefined {
  const { revenue, withoutRevenue, approvedConversions } = stats;
  const { profit } = figuresOf({ ...stats, approved: approvedConversions });
  const known = revenue === null || profit === null ? [] : [copy.earned(formatRupees(revenue), formatRupees(profit))];
  const missing = copy.withoutRevenue(formatCount(withoutRevenue), formatCount(approvedConversions));
  return [...known, ...(withoutRevenue > 0 ? [missing] : [])].join(' · ') || undefined;
}

function Sums({ query }: { readonly query: ReportQuery }) {
  const { data, error, isError, refetch } = useQuery({
    ...conversionStatsQuery(query),
    placeholderData: keepPreviousData,
  });
  const stats = data?.stats;
  // Also beside cached totals: they may be stale.
  const caption = isError ? errorText(error, copy.statsFailed) : undefined;
  const isKnown = stats !== undefined || isError;
  const count = (value: number | undefined) => (isKnown ? formatCount(value) : undefined);
  const { cards } = copy;
  return (
    <StatGrid label="Totals of the filtered conversions">
      <StatCard
        label={cards.total}
        value={count(stats?.totalConversions)}
        caption={
          caption !== undefined && (
            <>
              {caption}
              <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
                {copy.retry}
              </Button>
              <RequestId of={error} />
            </>
          )
        }
      />
      <StatCard
        label={cards.payout}
        value={isKnown ? formatRupees(stats?.totalPayout) : undefined}
        caption={caption ?? (stats && earned(stats))}
      />
      <StatCard label={cards.postback} value={count(stats?.postbackConversions)} caption={caption} />
      <StatCard label={cards.smartPoll} value={count(stats?.smartPollConversions)} caption={caption} />
    </StatGrid>
  );
}

export { ConversionReportsScreen as component };
export { screenQueries as queries } from './conversion-reports.queries.ts';
