import { CLICKS_WINDOW, type ClickSearchType, type PayableClick } from '@muneem/contract/manual-payments';
import { Button } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { PayAllModal } from './pay-all-modal.tsx';
import { confirmAll, pay, payMatching } from './payments.tsx';

const OPEN = { history: flag(), run: text() };
const RUN_KINDS = ['clicks.pay'] as const;
const BY_INDEX: ReadonlySet<ClickSearchType> = new Set(['click_id', 'offer_name', 'event_name']);

/** Finds unpaid clicks and pays them manually (document 001 §2). */
function ManualPaymentsScreen() {
  const list = useListState(CLICKS);
  const [{ history, run }, setOpen] = useUrlState(OPEN);
  const query = useQuery({ ...clicksQuery(list.query), placeholderData: keepPreviousData });
  const [paying, setPaying] = useState<readonly PayableClick[]>();
  const { data } = query;
  const live = useLiveList(query, list, { rows: 'clicks', idOf: (row) => row.clickId, rowsLeave: true });
  const clicks = live.table.result.rows ?? [];
  const { search, searchType } = list.query;

  const payAll = async (): Promise<void> => {
    if (await confirmAll(clicks)) setPaying(clicks);
  };

  const payAllMatching = async (): Promise<void> => {
    const started = await payMatching(list.query);
    if (started !== undefined) setOpen({ run: started });
  };

  return (
    <>
      <PageHeader
        actions={
          <>
            <RefreshButton onRefresh={() => refreshClicks().then(live.show)} />
            <Button
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={() => setOpen({ history: true })}
            >
              {copy.history}
            </Button>
            <PayButtons
              shown={data && clicks.length}
              matching={data}
              disabled={data === undefined || query.isPlaceholderData}
              onPayShown={() => void payAll()}
              onPayMatching={() => void payAllMatching()}
            />
          </>
        }
      />
      <RunUnderWay kinds={RUN_KINDS} open={run} onShow={(id) => setOpen({ run: id })} onEnd={refreshClicks} />
      {search !== '' && !BY_INDEX.has(searchType) && <Note mb="sm">{copy.window(formatCount(CLICKS_WINDOW))}</Note>}
      {data?.more && <Note mb="sm">{copy.more(formatCount(data.total))}</Note>}
      <DataTable
        name="manual-payments"
        columns={CLICK_COLUMNS}
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
      {run !== '' && <BulkRunModal key={run} id={run} onEnd={refreshClicks} onClose={() => setOpen({ run: '' })} />}
      {history && <HistoryModal onClose={() => setOpen({ history: false }, { without: HISTORY.prefix })} />}
      {paying !== undefined && <PayAllModal clicks={paying} onClose={() => setPaying(undefined)} />}
    </>
  );
}

interface PayButtonsProps {
  readonly shown: number | undefined;
  readonly matching: { readonly total: number; readonly more: boolean } | undefined;
  readonly disabled: boolean;
  readonly onPayShown: () => void;
  readonly onPayMatching: () => void;
}

function PayButtons({ shown, matching, disabled, onPayShown, onPayMatching }: PayButtonsProps) {
  return (
    <>
      <Button color="green" disabled={disabled} data-tip={copy.payAllTip} onClick={onPayShown}>
        {copy.payAll(formatCount(shown))}
      </Button>
      {matching !== undefined && matching.total > (shown ?? 0) && (
        <Button color="green" variant="light" disabled={disabled} onClick={onPayMatching}>
          {copy.matching.button(`${formatCount(matching.total)}${matching.more ? '+' : ''}`)}
        </Button>
      )}
    </>
  );
}

export { ManualPaymentsScreen as component };
export { screenQueries as queries } from './manual-payments.queries.ts';
