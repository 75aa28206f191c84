import { rights } from '@muneem/contract/rights';
import { CLICKS_WINDOW, type ClickSearchType } from '@muneem/contract/manual-payments';
import { Button } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { may } from '#lib/may.ts';
import { BulkRunModal, RunUnderWay } from '#features/bulk-runs/index.ts';
import { formatCount } from '#lib/format.ts';
import { flag, text, useUrlState } from '#lib/url-state.ts';
import { Note } from '#ui/display/index.ts';
import { DataTable, ListFilter, useListState, useLiveList } from '#ui/data-table/index.ts';
import { PageHeader, RefreshButton } from '#ui/layout/index.ts';
import { CLICK_COLUMNS } from './click-columns.tsx';
import { HistoryModal } from './history-modal.tsx';
import { copy } from './manual-payments.copy.ts';
import { CLICKS, clicksQuery, HISTORY, refreshClicks } from './manual-payments.queries.ts';
import { PayAll } from './pay-all.tsx';
import { pay, refusals } from './payments.tsx';

const OPEN = { history: flag(), run: text() };
const RUN_KINDS = ['clicks.pay'] as const;
const BY_INDEX: ReadonlySet<ClickSearchType> = new Set(['click_id', 'offer_name', 'event_name']);

/** Finds unpaid clicks and pays them manually (document 001 §2). */
function ManualPaymentsScreen() {
  const list = useListState(CLICKS);
  const [{ history, run }, setOpen] = useUrlState(OPEN);
  const query = useQuery({ ...clicksQuery(list.query), placeholderData: keepPreviousData });
  const { data } = query;
  const live = useLiveList(query, list, { rows: 'clicks', idOf: (row) => row.clickId, rowsLeave: true });
  const clicks = live.table.result.rows ?? [];
  const { search, searchType } = list.query;

  const refresh = (): Promise<void> => {
    refusals.clear();
    return refreshClicks().then(live.show);
  };

  return (
    <>
      <PageHeader
        actions={
          <>
            <RefreshButton onRefresh={refresh} />
            <Button
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={() => setOpen({ history: true })}
            >
              {copy.history}
            </Button>
            {may(rights.payByHand) && (
              <PayAll
                page={query.isPlaceholderData ? undefined : data && { ...data, clicks }}
                filter={list.query}
                onRun={(id) => setOpen({ run: id })}
              />
            )}
          </>
        }
      />
      <RunUnderWay kinds={RUN_KINDS} open={run} onShow={(id) => setOpen({ run: id })} onEnd={refreshClicks} />
      {search !== '' && !BY_INDEX.has(searchType) && <Note mb="sm">{copy.window(formatCount(CLICKS_WINDOW))}</Note>}
      {data?.more && <Note mb="sm">{copy.more(formatCount(data.total))}</Note>}
      <DataTable
        name="manual-payments"
        columns={CLICK_COLUMNS}
        changes={rights.payByHand}
        decides
        rowLines="two"
        {...live.table}
        rowShortcuts={[{ key: 'p', label: copy.pay, run: (row) => void pay(row, true) }]}
        search={copy.search}
        filters={
          <>
            <ListFilter list={list} name="searchType" aria-label={copy.searchType} options={copy.searchTypes} />
            <Button variant="default" disabled={!list.isFiltered} onClick={list.clearFilters}>
              {copy.clear}
            </Button>
          </>
        }
        noun={{ one: 'click', many: 'clicks' }}
        texts={copy}
      />
      {run !== '' && (
        <BulkRunModal key={run} id={run} onEnd={refreshClicks} onClose={() => setOpen({ run: '' }, { closes: true })} />
      )}
      {history && (
        <HistoryModal onClose={() => setOpen({ history: false }, { closes: true, without: HISTORY.prefix })} />
      )}
    </>
  );
}

export { ManualPaymentsScreen as component };
export { screenQueries as queries } from './manual-payments.queries.ts';
