import type { PendingOffer } from '@muneem/contract/offer-claims';
import { Button } from '@mantine/core';
import type { Column } from '#ui/data-table/index.ts';
import { Coins, CopyButton, CutText, DateTime, StatusBadge } from '#ui/display/index.ts';
import { copy } from './offer-claims.copy.ts';
import classes from './offer-claims.module.css';
import type { Decisions } from './use-decisions.tsx';

/** The columns of the specification, and a row's two buttons. */
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
    cell: (row) => (
      <span className={classes['two']}>
        <span data-tip={row.userName} data-tip-when-cut>
          {row.userName}
        </span>
        <span className={classes['second']}>{row.userId}</span>
      </span>
    ),
  },
  { id: 'date', header: copy.columns.date, sort: 'date', width: 180, cell: (row) => <DateTime value={row.date} /> },
  {
    id: 'actions',
    header: copy.columns.actions,
    kind: 'actions',
    width: 180,
    cell: (row) => <Actions claim={row} decisions={decisions} />,
  },
];

function Actions({ claim, decisions }: { readonly claim: PendingOffer; readonly decisions: Decisions }) {
  const which = `${claim.title}, ${claim.userName}`;
  return (
    <span className={classes['actions']}>
      <Button
        size="compact-sm"
        color="green"
        aria-label={`${copy.approve}: ${which}`}
        onClick={() => void decisions.approve(claim)}
      >
        {copy.approve}
      </Button>
      <Button
        size="compact-sm"
        color="red"
        variant="light"
        aria-label={`${copy.reject}: ${which}`}
        onClick={() => void decisions.reject(claim)}
      >
        {copy.reject}
      </Button>
    </span>
  );
}
