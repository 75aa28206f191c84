import type { PayableClick } from '@muneem/contract/manual-payments';
import { Button } from '@mantine/core';
import { EvidenceLink } from '#features/clicks/index.ts';
import { formatCoins, NOTHING } from '#lib/format.ts';
import type { Column } from '#ui/data-table/index.ts';
import { Coins, CopyButton, CopyText, CutText, DateTime, StatusBadge } from '#ui/display/index.ts';
import { clickStatus } from './click-status.ts';
import { copy } from './manual-payments.copy.ts';
import classes from './manual-payments.module.css';

/** The columns of the specification. */
export const clickColumns = (onPay: (click: PayableClick) => void): readonly Column<PayableClick>[] => [
  {
    id: 'clickId',
    header: copy.columns.clickId,
    width: 250,
    cell: (row) => <CutText text={row.clickId} mono />,
    after: (row) => (
      <>
        <CopyButton value={row.clickId} what="click id" />
        <EvidenceLink clickId={row.clickId} />
      </>
    ),
  },
  { id: 'user', header: copy.columns.user, width: 190, cell: (row) => <User click={row} /> },
  {
    id: 'offer',
    header: copy.columns.offer,
    width: 180,
    cell: ({ offerId }) => <Two first={offerId.title} second={formatCoins(offerId.coins)} />,
  },
  {
    id: 'status',
    header: copy.columns.status,
    width: 110,
    cell: (row) => <StatusBadge {...clickStatus(row.status)} />,
  },
  {
    id: 'upi',
    header: copy.columns.upi,
    width: 170,
    cell: ({ upi }) => (upi === null ? NOTHING : <CopyText value={upi} what="UPI ID" />),
  },
  {
    id: 'reward',
    header: copy.columns.reward,
    align: 'right',
    width: 130,
    cell: (row) => <Coins coins={row.rewardCoins} />,
  },
  { id: 'date', header: copy.columns.date, width: 170, cell: (row) => <DateTime value={row.createdAt} /> },
  {
    id: 'pay',
    header: copy.columns.pay,
    kind: 'actions',
    width: 80,
    cell: (row) => (
      <Button
        size="compact-sm"
        color="green"
        aria-label={`${copy.pay}: ${formatCoins(row.rewardCoins)}, ${userText(row)}`}
        onClick={() => onPay(row)}
      >
        {copy.pay}
      </Button>
    ),
  },
];

/** Who gets the coins, in words. */
export const userText = ({ userId }: PayableClick): string => userId?.name ?? copy.anonymous;

function User({ click: { userId } }: { readonly click: PayableClick }) {
  return userId === null ? (
    <Two first={copy.anonymous} second={copy.nobody} />
  ) : (
    <Two first={userId.name} second={userId.email} />
  );
}

function Two({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <span className={classes['two']}>
      <span data-tip={first} data-tip-when-cut>
        {first}
      </span>
      <span className={classes['second']}>{second}</span>
    </span>
  );
}
