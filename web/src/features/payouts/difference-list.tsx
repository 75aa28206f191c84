import { rights } from '@muneem/contract/rights';
import {
  decidePayoutDifference,
  runReconciliation,
  type PayoutDifference,
  type ReconciliationRun,
} from '@muneem/contract/payouts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { may } from '#lib/may.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatRupees, NOTHING } from '#lib/format.ts';
import { DataTable, ListFilter, listResult, useListState, columnsOf, type Column } from '#ui/data-table/index.ts';
import { CopyButton, DateTime, StatusBadge } from '#ui/display/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { comparedText } from './compared-text.ts';
import { copy } from './payouts.copy.ts';
import { DIFFERENCES, differencesQuery, refreshPayouts } from './payouts.queries.ts';

const words = copy.differences;
const STATE_COLORS = { open: 'red', acknowledged: 'yellow', resolved: 'green', gone: 'gray' } as const;

/** Differences between the provider's statement and our ledger. A decision moves no money. */
export function DifferenceList() {
  const list = useListState(DIFFERENCES);
  const query = useQuery({ ...differencesQuery(list.query), placeholderData: keepPreviousData });
  return (
    <Stack gap="sm">
      <LastRun run={query.data?.lastRun} />
      <DataTable
        name="payout-differences"
        label={copy.tab.reconciliation}
        columns={COLUMNS}
        changes={rights.settlePayouts}
        rowId={(difference) => difference.id}
        list={list}
        result={listResult(query, 'differences')}
        decides
        rowLines="two"
        search={words.search}
        filters={
          <>
            <ListFilter list={list} name="kind" aria-label={words.kind} options={words.kinds} />
            <ListFilter list={list} name="state" aria-label={words.state} options={words.states} />
          </>
        }
        noun={{ one: 'difference', many: 'differences' }}
        texts={
          query.data?.lastRun === null ? { ...words, empty: words.neverRun, emptyText: words.neverRunText } : words
        }
      />
    </Stack>
  );
}

function LastRun({ run }: { readonly run: ReconciliationRun | null | undefined }) {
  const start = useMutation({
    mutationFn: () => api(runReconciliation, {}),
    onSuccess: () => toast.info(words.started),
    onError: (error) => toast.error(errorText(error, words.runFailed)),
    onSettled: () => refreshPayouts(),
  });
  const isRunning = run?.status === 'running';
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" role="status">
        {run === null && words.neverRun}
        {isRunning && words.running}
        {run && !isRunning && (
          <>
            {words.lastRun}: <DateTime value={run.finishedAt ?? run.startedAt} />.{' '}
            {run.status === 'failed' ? run.error : comparedText(run)}
            {run.notes !== null && ` ${words.unread(run.notes)}`}
          </>
        )}
      </Text>
      {may(rights.settlePayouts) && (
        <Button variant="default" loading={start.isPending || isRunning} onClick={() => start.mutate()}>
          {words.run}
        </Button>
      )}
    </Group>
  );
}

const side = (amount: number | null, status: string | null): string =>
  amount === null && status === null ? NOTHING : [amount === null ? '' : formatRupees(amount), status ?? ''].join(' ');

const COLUMNS: readonly Column<PayoutDifference>[] = columnsOf(words.columns, {
  kind: {
    width: 190,
    cell: ({ kind, message }) => <StatusBadge label={words.kinds[kind]} color="yellow" reason={message} />,
  },
  reference: {
    width: 230,
    cell: ({ referenceId }) => referenceId,
    after: ({ referenceId }) => <CopyButton value={referenceId} what="reference id" />,
  },
  ours: { width: 150, cell: (it) => side(it.ourAmount, it.ourStatus) },
  theirs: { width: 150, cell: (it) => side(it.theirAmount, it.theirStatus) },
  seen: { sort: 'lastSeenAt', width: 170, cell: ({ lastSeenAt }) => <DateTime value={lastSeenAt} /> },
  state: {
    width: 120,
    cell: ({ state, reason }) => (
      <StatusBadge label={words.states[state]} color={STATE_COLORS[state]} reason={reason} />
    ),
  },
  actions: {
    kind: 'actions',
    width: 205,
    cell: ({ id, state }) =>
      (state === 'open' || state === 'acknowledged') && (
        <Group gap="xs" justify="flex-end">
          {state === 'open' && (
            <Button size="compact-sm" variant="default" onClick={() => void decide(id, 'acknowledged')}>
              {words.acknowledge}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => void decide(id, 'resolved')}>
            {words.resolve}
          </Button>
        </Group>
      ),
  },
});

async function decide(id: string, state: 'acknowledged' | 'resolved'): Promise<void> {
  const isKnown = state === 'acknowledged';
  await dialogs.prompt({
    text: isKnown ? words.acknowledgeText : words.resolveText,
    verb: isKnown ? words.acknowledge : words.resolve,
    multiline: true,
    failure: words.decideFailed,
    run: async (reason) =>
      toast.success((await api(decidePayoutDifference, { params: { id }, body: { state, reason } })).message),
  });
  void refreshPayouts();
}
