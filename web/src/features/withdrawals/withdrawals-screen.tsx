import { MAX_COUNTED_WITHDRAWALS, type WithdrawalRow } from '@muneem/contract/withdrawals';
import { Button, SegmentedControl, Tabs } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { BulkRunModal, RunUnderWay } from '#features/bulk-runs/index.ts';
import { formatCoins, formatCount, formatRupees } from '#lib/format.ts';
import { useScreenTitle } from '#lib/screen.ts';
import { flag, text, useUrlState } from '#lib/url-state.ts';
import { DataTable, useListState, useLiveList, useSelection, type Chosen } from '#ui/data-table/index.ts';
import { PageHeader, RefreshButton } from '#ui/layout/index.ts';
import { BulkModal, type BulkDecision } from './bulk-modal.tsx';
import { HistoryModal } from './history-modal.tsx';
import { PayoutBanner } from './payout-banner.tsx';
import { useBulkDecisions } from './use-bulk-decisions.tsx';
import { useDecisions } from './use-decisions.ts';
import { withdrawalColumns } from './withdrawal-columns.tsx';
import { WithdrawalDetailsModal } from './withdrawal-details-modal.tsx';
import { copy } from './withdrawals.copy.ts';
import classes from './withdrawals.module.css';
import {
  attentionCountQuery,
  HISTORY,
  PERIODS,
  refreshWithdrawals,
  TABS,
  WITHDRAWALS,
  withdrawalsQuery,
} from './withdrawals.queries.ts';

const OPEN = { withdrawal: text(), history: flag(), run: text() };
const RUN_KINDS = ['withdrawals.approve', 'withdrawals.reject'] as const;

/** Withdrawals to decide, their history and their details (document 001 §2). */
export function WithdrawalsScreen() {
  const title = useScreenTitle();
  const list = useListState(WITHDRAWALS);
  const [{ withdrawal, history, run }, setOpen] = useUrlState(OPEN);
  const queryClient = useQueryClient();
  const query = useQuery({ ...withdrawalsQuery(list.query), placeholderData: keepPreviousData });
  const live = useLiveList(query, list, {
    rows: (page) => page.withdrawals,
    total: (page) => page.total,
    idOf: (row) => row.id,
    rowsLeave: true,
  });
  const decisions = useDecisions();
  const { status } = list.query;
  const actions = status === 'payment_failed' || status === 'all' ? 'afterFailure' : 'decide';
  const columns = useMemo(() => withdrawalColumns(decisions, actions), [decisions, actions]);
  const selection = useSelection<WithdrawalRow>(list.filterKey);
  const [bulk, setBulk] = useState<BulkDecision>();
  const attention = useQuery(attentionCountQuery());
  const bulkDecisions = useBulkDecisions();
  const decide = async ({ rows, allMatching }: Chosen<WithdrawalRow>, approved: boolean): Promise<void> => {
    if (!allMatching) return setBulk(await bulkDecisions.agreeTo(rows, approved));
    const started = await bulkDecisions.agreeToMatching(list.query, approved);
    if (started === undefined) return;
    selection.clear();
    setOpen({ run: started });
  };
  const onRunEnd = (): void => void refreshWithdrawals(queryClient);
  const { data } = query;
  const pendingCount = data?.counts.pending ?? 0;

  return (
    <>
      <PageHeader
        actions={
          <>
            <RefreshButton label={copy.refresh} onRefresh={() => refreshWithdrawals(queryClient).then(live.show)} />
            {attention.data !== undefined && attention.data > 0 && (
              <Button variant="light" color="yellow" renderRoot={(props) => <Link to="/payouts" {...props} />}>
                {copy.attention(formatCount(attention.data))}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={() => setOpen({ history: true })}
            >
              {copy.viewHistory}
            </Button>
            <Button
              color="red"
              variant="light"
              disabled={data === undefined || pendingCount === 0}
              onClick={() =>
                data && void decisions.rejectAll({ count: pendingCount, ...data.pending, asOf: data.asOf })
              }
            >
              {copy.rejectAll(formatCount(data?.counts.pending))}
            </Button>
          </>
        }
      />
      <PayoutBanner />
      <RunUnderWay kinds={RUN_KINDS} open={run} onShow={(id) => setOpen({ run: id })} onEnd={onRunEnd} />
      <Tabs
        className={classes['tabs'] ?? ''}
        value={list.query.status}
        onChange={(status) => list.setFilters({ status: status as (typeof TABS)[number] })}
      >
        <Tabs.List aria-label={copy.tabs}>
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {copy.tab[tab]}
              {data !== undefined && tab !== 'all' && (
                <span className={classes['count']}>{formatCount(data.counts[tab])}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={list.query.status} pt="md">
          <DataTable
            name="withdrawals"
            label={title}
            columns={columns}
            rowId={(row: WithdrawalRow) => row.id}
            list={list}
            {...live.table}
            rowLink={(row) => ({
              to: '/verify-withdrawals',
              search: (before) => ({ ...before, withdrawal: row.id }),
            })}
            rowLines="two"
            below={300}
            rowShortcuts={[
              { key: 'a', label: copy.approve, run: (row) => void decisions.approve(row, true) },
              { key: 'r', label: copy.reject, run: (row) => void decisions.reject(row) },
            ]}
            bulk={{
              selection,
              canSelect: (row) => row.status === 'pending',
              nameOf: (row) => copy.selectName(row.userName ?? row.userId, formatRupees(row.amount)),
              // On the other tabs not everything that matches can be decided.
              ...(data !== undefined && list.query.status === 'pending'
                ? { matching: { total: data.total, isAtLeast: data.isCutShort } }
                : {}),
              summary: (rows) =>
                copy.bulk.summary(
                  formatRupees(rows.reduce((sum, row) => sum + Math.round(row.amount * 100), 0) / 100),
                  formatCoins(rows.reduce((sum, row) => sum + row.coins, 0)),
                ),
              actions: (chosen) => (
                <>
                  <Button size="compact-sm" color="green" onClick={() => void decide(chosen, true)}>
                    {chosen.allMatching ? copy.bulk.approveAll : copy.bulk.approve}
                  </Button>
                  <Button size="compact-sm" color="red" variant="light" onClick={() => void decide(chosen, false)}>
                    {chosen.allMatching ? copy.bulk.rejectAll : copy.bulk.reject}
                  </Button>
                </>
              ),
            }}
            search={copy.search}
            filters={
              <SegmentedControl
                aria-label={copy.period}
                value={list.query.period}
                data={PERIODS.map((value) => ({ value, label: copy.periods[value] }))}
                onChange={(period) => list.setFilters({ period })}
              />
            }
            noun={{ one: 'withdrawal', many: 'withdrawals' }}
            empty={{ title: copy.empty, text: copy.emptyText }}
            emptyByFilter={copy.emptyByFilter}
            errorText={copy.listFailed}
          />
          {data?.isCutShort && <p className={classes['note']}>{copy.cutShort(formatCount(MAX_COUNTED_WITHDRAWALS))}</p>}
        </Tabs.Panel>
      </Tabs>
      {bulk !== undefined && (
        <BulkModal
          decision={bulk}
          onClose={() => {
            setBulk(undefined);
            selection.clear();
          }}
        />
      )}
      {run !== '' && <BulkRunModal key={run} id={run} onEnd={onRunEnd} onClose={() => setOpen({ run: '' })} />}
      {history && <HistoryModal onClose={() => setOpen({ history: false }, { without: HISTORY.prefix })} />}
      {withdrawal !== '' && (
        <WithdrawalDetailsModal id={withdrawal} decisions={decisions} onClose={() => setOpen({ withdrawal: '' })} />
      )}
    </>
  );
}
