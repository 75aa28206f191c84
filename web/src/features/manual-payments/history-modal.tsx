import type { ManualPayment } from '@muneem/contract/manual-payments';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ClickLink } from '#features/clicks/index.ts';
import { NOTHING } from '#lib/format.ts';
import { DataTable, listResult, useListState, columnsOf, type Column } from '#ui/data-table/index.ts';
import { Coins, CopyText, CutText, DateTime, TwoLines } from '#ui/display/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './manual-payments.copy.ts';
import { HISTORY, historyQuery } from './manual-payments.queries.ts';

const words = copy.past;

const COLUMNS: readonly Column<ManualPayment>[] = columnsOf(words.columns, {
  date: { sort: 'paidAt', width: 180, cell: (row) => <DateTime value={row.paidAt} /> },
  clickId: { width: 200, cell: (row) => <ClickLink clickId={row.clickId} /> },
  user: { width: 190, cell: (row) => <TwoLines first={row.userName} second={row.userEmail} /> },
  offer: { width: 170, cell: (row) => <CutText text={row.offerTitle} /> },
  coins: { align: 'right', width: 110, cell: (row) => <Coins coins={row.rewardCoins} /> },
  transaction: { width: 200, cell: (row) => <CopyText value={row.transactionId} what="transaction id" mono /> },
  by: { width: 160, cell: (row) => <CutText text={row.paidBy || NOTHING} /> },
});

export function HistoryModal({ onClose }: { readonly onClose: () => void }) {
  const list = useListState(HISTORY);
  const query = useQuery({ ...historyQuery(list.query), placeholderData: keepPreviousData });
  return (
    <ModalWindow inUrl onClose={onClose} title={words.title} size="min(78rem, 96vw)">
      <DataTable
        name="manual-payment-history"
        label={words.title}
        columns={COLUMNS}
        rowId={(row) => row._id}
        rowLines="two"
        list={list}
        result={listResult(query, 'history')}
        search={words.search}
        noun={{ one: 'payment', many: 'payments' }}
        texts={words}
      />
    </ModalWindow>
  );
}
