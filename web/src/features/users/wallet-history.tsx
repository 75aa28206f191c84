import type { UserDetails, WalletEntryView } from '@muneem/contract/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatCount } from '#lib/format.ts';
import { DataTable, wholeResult, type Column } from '#ui/data-table/index.ts';
import { CutText, DateTime, Part, StatusBadge, type StatusLook } from '#ui/display/index.ts';
import { OlderRows } from './older-rows.tsx';
import { copy } from './users.copy.ts';
import { walletQuery } from './users.queries.ts';

const words = copy.details;

const KINDS = {
  reward: { label: 'Reward', color: 'green' },
  referral: { label: 'Referral', color: 'green' },
  hold: { label: 'Withdrawal', color: 'yellow' },
  settle: { label: 'Paid out', color: 'blue' },
  release: { label: 'Returned', color: 'blue' },
  reversal: { label: 'Reversal', color: 'red' },
  forfeit: { label: 'Forfeited', color: 'gray' },
} as const satisfies Record<WalletEntryView['kind'], StatusLook>;

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatCount(amount)}`;

const ENTRIES: readonly Column<WalletEntryView>[] = [
  {
    id: 'kind',
    header: 'Movement',
    width: 110,
    cell: (row) => <StatusBadge {...KINDS[row.kind]} reason={row.reason} />,
  },
  { id: 'amount', header: 'Coins', align: 'right', width: 90, cell: (row) => signed(row.amount) },
  { id: 'balance', header: 'Balance', align: 'right', width: 90, cell: (row) => formatCount(row.balanceAfter) },
  { id: 'by', header: 'By', width: 130, cell: (row) => <CutText text={row.by} /> },
  { id: 'at', header: 'Time', width: 180, cell: (row) => <DateTime value={row.at} /> },
];

/** The newest wallet entries, and older ones on request. */
export function WalletHistory({ user, enabled }: { readonly user: UserDetails; readonly enabled: () => boolean }) {
  const query = useInfiniteQuery({ ...walletQuery(user), enabled });
  const entries = query.data.pages.flat();
  const total = entries[0]?.sequence ?? 0;
  return (
    <Part title={words.wallet}>
      <DataTable
        name="user-wallet"
        label={words.wallet}
        columns={ENTRIES}
        rowId={(row) => String(row.sequence)}
        result={wholeResult(entries)}
        texts={{ empty: words.noEntries, failed: words.failed }}
      />
      <OlderRows shown={entries.length} total={total} query={query} failed={words.olderFailed} />
    </Part>
  );
}
