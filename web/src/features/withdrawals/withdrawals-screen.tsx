import { rights } from '@muneem/contract/rights';
import { MAX_COUNTED_WITHDRAWALS } from '@muneem/contract/withdrawals';
import { Button, Tabs } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#lib/may.ts';
import { BulkRunModal, RunUnderWay } from '#features/bulk-runs/index.ts';
import { formatCount } from '#lib/format.ts';
import { flag, text, useUrlState } from '#lib/url-state.ts';
import { Note } from '#ui/display/index.ts';
import { useListState, useLiveList } from '#ui/data-table/index.ts';
import { PageHeader, RefreshButton } from '#ui/layout/index.ts';
import { decisions } from './decisions.ts';
import { HistoryModal } from './history-modal.tsx';
import { PayoutBanner } from './payout-banner.tsx';
import { WithdrawalDetailsModal } from './withdrawal-details-modal.tsx';
import { copy } from './withdrawals.copy.ts';
import {
  attentionCountQuery,
  HISTORY,
  refreshWithdrawals,
  TABS,
  WITHDRAWALS,
  withdrawalsQuery,
  type WithdrawalsPage,
} from './withdrawals.queries.ts';
import { WithdrawalsTable } from './withdrawals-table.tsx';

const OPEN = { withdrawal: text(), history: flag(), run: text() };
const RUN_KINDS = ['withdrawals.approve', 'withdrawals.reject'] as const;

/** Withdrawals to decide, their history and their details (document 001 §2). */
function WithdrawalsScreen() {
  const list = useListState(WITHDRAWALS);
  const [{ withdrawal, history, run }, setOpen] = useUrlState(OPEN);
  const query = useQuery({ ...withdrawalsQuery(list.query), placeholderData: keepPreviousData });
  const live = useLiveList(query, list, { rows: 'withdrawals', idOf: (row) => row.id, rowsLeave: true });
  const { data } = query;
  const showRun = (id: string): void => setOpen({ run: id });

  return (
    <>
      <PageHeader
        actions={
          <>
            <RefreshButton onRefresh={() => refreshWithdrawals().then(live.show)} />
            <HeaderActions page={data} onHistory={() => setOpen({ history: true })} />
          </>
        }
      />
      <PayoutBanner />
      <RunUnderWay kinds={RUN_KINDS} open={run} onShow={showRun} onEnd={refreshWithdrawals} />
      <Tabs
        miw={0}
        value={list.query.status}
        onChange={(status) => list.setFilters({ status: status as (typeof TABS)[number] })}
      >
        <Tabs.List aria-label={copy.tabs}>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {copy.tab[tab]}
              {data !== undefined && tab !== 'all' && (
                <Note span fz="xs" ml={6}>
                  {formatCount(data.counts[tab])}
                </Note>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={list.query.status} pt="md">
          <WithdrawalsTable list={list} page={data} rows={live.table} onRun={showRun} />
          {data?.isCutShort && <Note mt="xs">{copy.cutShort(formatCount(MAX_COUNTED_WITHDRAWALS))}</Note>}
        </Tabs.Panel>
      </Tabs>
      {run !== '' && (
        <BulkRunModal
          key={run}
          id={run}
          onEnd={refreshWithdrawals}
          onClose={() => setOpen({ run: '' }, { closes: true })}
        />
      )}
      {history && (
        <HistoryModal onClose={() => setOpen({ history: false }, { closes: true, without: HISTORY.prefix })} />
      )}
      {withdrawal !== '' && (
        <WithdrawalDetailsModal id={withdrawal} onClose={() => setOpen({ withdrawal: '' }, { closes: true })} />
      )}
    </>
  );
}

interface HeaderActionsProps {
  readonly page: WithdrawalsPage | undefined;
  readonly onHistory: () => void;
}

function HeaderActions({ page, onHistory }: HeaderActionsProps) {
  const attention = useQuery(attentionCountQuery());
  const count = page?.counts.pending ?? 0;
  return (
    <>
      {attention.data !== undefined && attention.data > 0 && (
        <Button variant="light" color="yellow" renderRoot={(props) => <Link to="/payouts" {...props} />}>
          {copy.attention(formatCount(attention.data))}
        </Button>
      )}
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={onHistory}>
        {copy.viewHistory}
      </Button>
      {may(rights.decideWithdrawals) && (
        <Button
          color="red"
          variant="light"
          disabled={count === 0}
          onClick={() => page && void decisions.rejectAll({ count, ...page.pending, asOf: page.asOf })}
        >
          {copy.rejectAll(formatCount(page?.counts.pending))}
        </Button>
      )}
    </>
  );
}

export { WithdrawalsScreen as component };
export { screenQueries as queries } from './withdrawals.queries.ts';
