import type { PendingOffer } from '@muneem/contract/offer-claims';
import { RowButtons, columnsOf, type Column } from '#ui/data-table/index.ts';
import { Coins, CopyButton, CutText, DateTime, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { approve, reject } from './decisions.ts';
import { copy } from './offer-claims.copy.ts';

export const CLAIM_COLUMNS: readonly Column<PendingOffer>[] = columnsOf(copy.columns, {
  offerId: {
    width: 150,
    cell: (row) => <CutText text={row.offerId} mono />,
    after: (row) => <CopyButton value={row.offerId} what="offer id" />,
  },
  title: { width: 220, cell: (row) => <CutText text={row.title} /> },
  type: {
    width: 100,
    cell: ({ offerType }) => (
      <StatusBadge label={copy.types[offerType]} color={offerType === 'prime' ? 'yellow' : 'gray'} />
    ),
  },
  coins: { align: 'right', sort: 'coins', width: 120, cell: (row) => <Coins coins={row.coins} /> },
  user: { width: 190, cell: (row) => <TwoLines first={row.userName} second={row.userId} /> },
  date: { sort: 'date', width: 180, cell: (row) => <DateTime value={row.date} /> },
  actions: {
    kind: 'actions',
    width: 180,
    cell: (row) => (
      <RowButtons
        of={`${row.title}, ${row.userName}`}
        buttons={[
          { label: copy.approve, color: 'green', run: () => void approve(row) },
          { label: copy.reject, color: 'red', variant: 'light', run: () => void reject(row) },
        ]}
      />
    ),
  },
});
