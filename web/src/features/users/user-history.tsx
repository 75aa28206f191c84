import type { UserDetails, WalletEntryView } from '@muneem/contract/users';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '#lib/api-error.ts';
import { formatCount } from '#lib/format.ts';
import { DataTable, type Column } from '#ui/data-table/index.ts';
import { CopyButton, DateTime, Part, StatusBadge, type StatusLook } from '#ui/display/index.ts';
import { copy } from './users.copy.ts';
import classes from './users.module.css';
import { olderEntriesQuery } from './users.queries.ts';

const words = copy.details;
const result = <Row,>(rows: readonly Row[]) => ({
  rows,
  total: rows.length,
  isFetching: false,
  error: null,
  refetch: () => undefined,
});

type Completion = UserDetails['completedOffers'][number];

const COMPLETIONS: readonly Column<Completion>[] = [
  {
    id: 'id',
    header: words.offerId,
    width: 220,
    cell: (row) => row.id,
    after: (row) => <CopyButton value={row.id} what="offer ID" />,
  },
  { id: 'title', header: words.offer, width: 180, cell: (row) => <span title={row.title}>{row.title}</span> },
  { id: 'at', header: words.completedAt, width: 180, cell: (row) => <DateTime value={row.completedAt} /> },
];

export function CompletedOffers({ user }: { readonly user: UserDetails }) {
  const { completedOffers, completedCount } = user;
  return (
    <Part title={words.completed}>
      <DataTable
        name="user-completions"
        label={words.completed}
        columns={COMPLETIONS}
        rowId={(row) => row.id}
        result={result(completedOffers)}
        noun={{ one: 'offer', many: 'offers' }}
        empty={{ title: words.noneCompleted }}
        errorText={words.failed}
      />
      {completedCount > completedOffers.length && (
        <p className={classes['note']}>{words.newest(completedOffers.length, formatCount(completedCount))}</p>
      )}
    </Part>
  );
}

/** Word and colour of a movement of coins. */
export const entryKind = (kind: WalletEntryView['kind']): StatusLook => KINDS[kind];

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
    cell: (row) => <StatusBadge {...entryKind(row.kind)} reason={row.reason} />,
  },
  { id: 'amount', header: 'Coins', align: 'right', width: 90, cell: (row) => signed(row.amount) },
  { id: 'balance', header: 'Balance', align: 'right', width: 90, cell: (row) => formatCount(row.balanceAfter) },
  { id: 'by', header: 'By', width: 130, cell: (row) => <span title={row.by}>{row.by}</span> },
  { id: 'at', header: 'When', width: 180, cell: (row) => <DateTime value={row.at} /> },
];

/** The newest entries, and older ones when they are asked for: each has a number, counted from 1. */
export function WalletHistory({ user: { uid, walletEntries } }: { readonly user: UserDetails }) {
  const older = useInfiniteQuery(olderEntriesQuery(uid, walletEntries.at(-1)?.sequence ?? 1));
  const entries = [...walletEntries, ...(older.data?.pages.flat() ?? [])];
  const total = walletEntries[0]?.sequence ?? 0;
  return (
    <Part title={words.wallet}>
      <DataTable
        name="user-wallet"
        label={words.wallet}
        columns={ENTRIES}
        rowId={(row) => String(row.sequence)}
        result={result(entries)}
        noun={{ one: 'entry', many: 'entries' }}
        empty={{ title: words.noEntries }}
        errorText={words.failed}
      />
      {total > entries.length && (
        <div className={classes['note']}>
          {words.newest(entries.length, formatCount(total))}{' '}
          <Button
            size="compact-xs"
            variant="default"
            loading={older.isFetching}
            onClick={() => void older.fetchNextPage()}
          >
            {words.older}
          </Button>
          {older.error && <span role="alert"> {errorText(older.error, words.olderFailed)}</span>}
        </div>
      )}
    </Part>
  );
}
