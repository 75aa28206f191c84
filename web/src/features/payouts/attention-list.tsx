import { rights } from '@muneem/contract/rights';
import {
  acceptTransaction,
  declareNotPaid,
  lookUpPayout,
  type AttentionItem,
  type PayoutAlert,
} from '@muneem/contract/payouts';
import { Alert, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReasonCell, RowActions, UserCell } from '#features/withdrawals/index.ts';
import { usePayoutsStopped } from '#app/live/live-state.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCount } from '#lib/format.ts';
import { DataTable, listResult, useListState, columnsOf, type Column } from '#ui/data-table/index.ts';
import { DateTime, Money, StatusBadge } from '#ui/display/index.ts';
import { optionsOf } from '#ui/fields/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { tellProposed, toast } from '#ui/toasts/index.ts';
import { copy } from './payouts.copy.ts';
import { ATTENTION, attentionQuery, refreshPayouts } from './payouts.queries.ts';

const words = copy.attention;
const COLORS = { unknown: 'yellow', payment_failed: 'red', reversed: 'red' } as const;

/** Payments that need an admin, oldest first. */
export function AttentionList() {
  const list = useListState(ATTENTION);
  const query = useQuery({ ...attentionQuery(list.query), placeholderData: keepPreviousData });
  // With live updates, the shell shows this on every screen.
  const isSaidAbove = usePayoutsStopped() !== undefined;
  const alerts = query.data?.alerts.filter(({ kind }) => kind !== 'ledger' || !isSaidAbove);
  return (
    <Stack gap="sm">
      {alerts?.map((alert) => (
        <Notice key={alert.kind} alert={alert} />
      ))}
      <DataTable
        name="payout-attention"
        label={copy.tab.attention}
        columns={COLUMNS}
        changes={rights.settlePayouts}
        rowId={(item) => item.withdrawal.id}
        list={list}
        result={listResult(query, 'items')}
        rowLink={(item) => ({ to: '/verify-withdrawals', search: { withdrawal: item.withdrawal.id } })}
        decides
        rowLines="two"
        filters={
          <SegmentedControl
            aria-label={words.kind}
            value={list.query.kind}
            data={optionsOf(words.kinds).map(({ value, label }) => ({
              value,
              label: value === 'all' ? label : `${label} ${formatCount(query.data?.counts[value])}`,
            }))}
            onChange={(kind) => list.setFilters({ kind })}
          />
        }
        noun={{ one: 'payout', many: 'payouts' }}
        texts={words}
      />
    </Stack>
  );
}

function Notice({ alert }: { readonly alert: PayoutAlert }) {
  return (
    <Alert color={alert.kind === 'ledger' ? 'red' : 'yellow'} role="alert" p="xs">
      {alert.message} {alert.since !== null && <DateTime value={alert.since} show="relative" />}
    </Alert>
  );
}

const COLUMNS: readonly Column<AttentionItem>[] = columnsOf(words.columns, {
  user: { width: 190, cell: ({ withdrawal }) => <UserCell row={withdrawal} /> },
  amount: { align: 'right', width: 110, cell: ({ withdrawal }) => <Money rupees={withdrawal.amount} /> },
  since: { width: 160, cell: ({ since }) => <DateTime value={since} /> },
  kind: {
    width: 130,
    cell: ({ kind, message }) => <StatusBadge label={words.kinds[kind]} color={COLORS[kind]} reason={message} />,
  },
  message: {
    width: 300,
    cell: ({ message }) => <ReasonCell reason={message} />,
  },
  actions: {
    kind: 'actions',
    width: 250,
    cell: (item) => (
      <Group gap="0.25rem 0.375rem" justify="flex-end">
        <RowActions row={item.withdrawal} />
        {item.actions.includes('look_up') && (
          <Button size="compact-sm" variant="default" onClick={() => void lookUp(item.withdrawal.id)}>
            {words.lookUp}
          </Button>
        )}
        {item.actions.includes('declare_not_paid') && (
          <Button size="compact-sm" color="red" variant="light" onClick={() => void declare(item)}>
            {words.declare}
          </Button>
        )}
        {item.actions.includes('accept_transaction') && (
          <Button size="compact-sm" color="red" variant="light" onClick={() => void accept(item.withdrawal.id)}>
            {words.accept}
          </Button>
        )}
      </Group>
    ),
  },
});

async function lookUp(id: string): Promise<void> {
  try {
    toast.info((await api(lookUpPayout, { params: { id } })).message);
  } catch (error) {
    toast.error(errorText(error, words.lookUpFailed));
  }
  void refreshPayouts();
}

async function declare({ withdrawal: { id }, sentElsewhere }: AttentionItem): Promise<void> {
  await dialogs.prompt({
    text: sentElsewhere ? words.declareElsewhereText : words.declareText,
    verb: words.declare,
    danger: true,
    multiline: true,
    failure: words.declareFailed,
    run: async (reason) => toast.success((await api(declareNotPaid, { params: { id }, body: { reason } })).message),
  });
  void refreshPayouts();
}

async function accept(id: string): Promise<void> {
  const transactionId = await dialogs.prompt({ text: words.acceptText, verb: words.accept, danger: true });
  if (transactionId === undefined) return;
  try {
    toast.info((await api(acceptTransaction, { params: { id }, body: { transactionId } })).message);
  } catch (error) {
    if (!tellProposed(error)) await dialogs.alert(errorText(error, words.acceptFailed));
  }
  void refreshPayouts();
}
