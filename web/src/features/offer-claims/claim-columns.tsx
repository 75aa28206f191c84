import type { PendingOffer } from '@muneem/contract/offer-claims';
import { RowButtons, type Column } from '#ui/data-table/index.ts';
import { Coins, CopyButton, CutText, DateTime, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { copy } from './offer-claims.copy.ts';
import type { Decisions } from './use-decisions.tsx';

export const claimColumns = (decisions: Decisions): readonly Column<PendingOffer>[] => [
  {
    id: 'offerId',
    header: copy.columns.offerId,
    width: 150,
    cell: (row) => <CutText text={row.offerId} mono />,
    after: (row) => <CopyButton value={row.offerId} what="offer id" />,
  },
  { id: 'title', header: copy.columns.title, width: 220, cell: (row) => <CutText text={row.title} /> },
  {
    id: 'type',
    header: copy.columns.type,
    width: 100,
    cell: ({ offerType }) => (
      <StatusBadge label={copy.types[offerType]} color={offerType === 'prime' ? 'yellow' : 'gray'} />
    ),
  },
  {
    id: 'coins',
    header: copy.columns.coins,
    align: 'right',
    sort: 'coins',
    width: 120,
    cell: (row) => <Coins coins={row.coins} />,
  },
  {
    id: 'user',
    header: copy.columns.user,
    width: 190,
    cell: (row) => <TwoLines first={row.userName} second={row.userId} />,
  },
  { id: 'date', header: copy.columns.date, sort: 'date', width: 180, cell: (row) => <DateTime value={row.date} /> },
  {
    id: 'actions',
    header: copy.columns.actions,
    kind: 'actions',
    width: 180,
    cell: (row) => (
      <RowButtons
        of={`${row.title}, ${row.userName}`}
        buttons={[
          { label: copy.approve, color: 'green', run: () => void decisions.approve(row) },
          { label: copy.reject, color: 'red', variant: 'light', run: () => void decisions.reject(row) },
        ]}
      />
    ),
  },
];
