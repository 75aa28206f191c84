import type { PayableClick } from '@muneem/contract/manual-payments';
import { ClickButtons, clickStatus } from '#features/clicks/index.ts';
import { formatCoins, NOTHING } from '#lib/format.ts';
import { RowButtons, columnsOf, type Column } from '#ui/data-table/index.ts';
import { Coins, CopyText, CutText, DateTime, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { copy } from './manual-payments.copy.ts';
import { pay, refusals, userText } from './payments.tsx';

export const CLICK_COLUMNS: readonly Column<PayableClick>[] = columnsOf(copy.columns, {
  clickId: {
    width: 215,
    cell: (row) => <CutText text={row.clickId} mono />,
    after: (row) => <ClickButtons clickId={row.clickId} />,
  },
  user: { width: 175, cell: (row) => <User click={row} /> },
  offer: {
    width: 165,
    cell: ({ offerId }) => <TwoLines first={offerId.title} second={formatCoins(offerId.coins)} />,
  },
  status: { width: 105, cell: (row) => <StatusBadge {...clickStatus(row.status)} /> },
  upi: { width: 155, cell: ({ upi }) => (upi === null ? NOTHING : <CopyText value={upi} what="UPI ID" />) },
  reward: {
    align: 'right',
    width: 130,
    cell: ({ rewardCoins, alreadyRewarded }) =>
      alreadyRewarded === null ? (
        <Coins coins={rewardCoins} />
      ) : (
        <TwoLines first={formatCoins(rewardCoins)} second={copy.alreadyRewarded} />
      ),
  },
  date: { width: 170, cell: (row) => <DateTime value={row.createdAt} /> },
  pay: {
    kind: 'actions',
    width: 80,
    cell: (row) => <PayButton click={row} />,
  },
});

/** Disabled with the reason if the user was rewarded already, or once the server refused the payment. */
function PayButton({ click }: { readonly click: PayableClick }) {
  const refused = refusals.useReason(click.clickId);
  const disabledReason = click.alreadyRewarded ?? refused;
  return (
    <RowButtons
      of={`${formatCoins(click.rewardCoins)}, ${userText(click)}`}
      buttons={[{ label: copy.pay, color: 'green', disabledReason, run: () => void pay(click) }]}
    />
  );
}

function User({ click: { userId } }: { readonly click: PayableClick }) {
  return userId === null ? (
    <TwoLines first={copy.anonymous} second={copy.noWallet} />
  ) : (
    <TwoLines first={userId.name} second={userId.email} />
  );
}
