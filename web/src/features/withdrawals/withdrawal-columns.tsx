import { rights } from '@muneem/contract/rights';
import type { ListedWithdrawal, WithdrawalView } from '@muneem/contract/withdrawals';
import { may } from '#lib/may.ts';
import { formatCount, formatRupees } from '#lib/format.ts';
import { RowAnchor, RowButtons, columnsOf, type Column } from '#ui/data-table/index.ts';
import { waitsForSecondPerson } from '#features/proposals/index.ts';
import { Coins, CopyButton, DateTime, Money, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { decisions } from './decisions.ts';
import { pastText } from './past-text.ts';
import { destinationLines } from './payment-method.ts';
import { paymentStatus, withdrawalStatus } from './withdrawal-status.ts';
import { copy } from './withdrawals.copy.ts';
import classes from './withdrawals.module.css';

/** In a row at most two lines. A cut reason shows in full on hover and focus. */
export const ReasonCell = ({ reason }: { readonly reason: string }) => (
  <span className={classes['reason']} data-tip={reason} data-tip-when-cut>
    {reason}
  </span>
);

export function UserCell({ row }: { readonly row: WithdrawalView }) {
  return <TwoLines first={row.userName ?? copy.noName} second={row.userEmail ?? row.userId} />;
}

export function MethodCell({ row }: { readonly row: WithdrawalView }) {
  const [first, second] = destinationLines(row.paymentMethod);
  return (
    <span className={classes['method']}>
      <TwoLines first={first} second={second} />
      <CopyButton
        value={row.paymentMethod.upiId ?? row.paymentMethod.accountNumber ?? ''}
        what={row.paymentMethod.type === 'upi' ? 'UPI ID' : 'account number'}
      />
    </span>
  );
}

function DateCell({ row }: { readonly row: ListedWithdrawal }) {
  const past = pastText(row.past);
  return (
    <TwoLines
      first={<DateTime value={row.date} />}
      second={
        <span data-tip={past} data-tip-when-cut>
          {past}
        </span>
      }
    />
  );
}

/** The status, with a reason if there is one. */
export const reasonOf = (row: WithdrawalView): string | null =>
  row.needsAttention
    ? copy.needsAttention
    : (row.adminReason ?? (row.status === 'completed' ? null : row.paymentError));

/** The status. A second line says why a person must decide, or that the payment is unknown. */
export function StatusCell({ row }: { readonly row: WithdrawalView }) {
  const badge = <StatusBadge {...withdrawalStatus(row.status)} reason={reasonOf(row)} />;
  if (waitsForSecondPerson(row.waitsBecause))
    return (
      <TwoLines
        first={<span>{badge}</span>}
        second={
          <RowAnchor link={{ to: '/second-person' }} className={classes['waits']}>
            {row.waitsBecause}
          </RowAnchor>
        }
      />
    );
  if (row.waitsBecause !== null) {
    const why = copy.waitsForPerson(row.waitsBecause);
    const second = (
      <span className={classes['waits']} data-tip={why} data-tip-when-cut>
        {why}
      </span>
    );
    return <TwoLines first={<span>{badge}</span>} second={second} />;
  }
  if (row.status !== 'processing' || row.paymentStatus !== 'unknown') return badge;
  return <TwoLines first={<span>{badge}</span>} second={paymentStatus(row.paymentStatus).label} />;
}

/** Warnings that help to decide. Each shows its full text on hover and focus. */
export function Flags({ flags }: { readonly flags: WithdrawalView['flags'] }) {
  return (
    <span className={classes['flags']}>
      {flags.map((flag) => (
        <StatusBadge key={flag.kind} label={FLAG_WORDS[flag.kind]} color="yellow" reason={flag.text} />
      ))}
    </span>
  );
}

const FLAG_WORDS: Readonly<Record<WithdrawalView['flags'][number]['kind'], string>> = {
  owes_coins: 'Owes coins',
  first_withdrawal: 'First',
  shared_upi: 'Shared UPI',
  shared_account: 'Shared a/c',
  burst: 'Burst',
  many_accounts_from_address: 'Same IP',
  fresh_account: 'New user',
};

/** They fit at 1280 pixels. Below, the list is cards. */
const columnsWith = (actionsWidth: number): readonly Column<ListedWithdrawal>[] =>
  columnsOf(copy.columns, {
    user: { width: 180, grows: true, cell: (row) => <UserCell row={row} /> },
    amount: { align: 'right', sort: 'amount', width: 90, cell: (row) => <Money rupees={row.amount} /> },
    coins: {
      align: 'right',
      sort: 'coins',
      width: 100,
      cell: ({ coins, walletCoins }) => (
        <TwoLines
          first={<Coins coins={coins} />}
          second={walletCoins === null ? '' : copy.wallet(formatCount(walletCoins))}
        />
      ),
    },
    date: { sort: 'date', width: 170, cell: (row) => <DateCell row={row} /> },
    status: { width: 128, cell: (row) => <StatusCell row={row} /> },
    method: { width: 180, grows: true, cell: (row) => <MethodCell row={row} /> },
    flags: { width: 100, cell: (row) => <Flags flags={row.flags} /> },
    actions: {
      kind: 'actions',
      width: actionsWidth,
      cell: (row) => <RowActions row={row} />,
    },
  });

export const COLUMNS_TO_DECIDE = columnsWith(150);
/** Wider, for the longer labels after a failed payment. */
export const COLUMNS_AFTER_FAILURE = columnsWith(216);

/** Approve and Reject on pending rows. After a failed payment: retry, or return the coins. */
export function RowActions({ row }: { readonly row: WithdrawalView }) {
  if (!may(rights.decideWithdrawals)) return null;
  const whose = `${row.userName ?? row.userId}, ${formatRupees(row.amount)}`;
  if (row.status === 'pending')
    return (
      <RowButtons
        of={whose}
        buttons={[
          { label: copy.approve, color: 'green', run: () => void decisions.approve(row) },
          { label: copy.reject, color: 'red', run: () => void decisions.reject(row) },
        ]}
      />
    );
  if (row.status !== 'payment_failed') return null;
  return (
    <RowButtons
      of={whose}
      buttons={[
        { label: copy.retry, color: 'green', run: () => void decisions.retryPayment(row) },
        { label: copy.returnCoins, color: 'red', run: () => void decisions.returnCoins(row) },
      ]}
    />
  );
}
