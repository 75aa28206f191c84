import type { UserDetails, WalletEntryView } from '@muneem/contract/users';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useReducer, useRef } from 'react';
import { errorText } from '#lib/api-error.ts';
import { formatCount } from '#lib/format.ts';
import { DataTable, type Column } from '#ui/data-table/index.ts';
import { CopyButton, DateTime, Part, StatusBadge, type StatusLook } from '#ui/display/index.ts';
import { copy } from './users.copy.ts';
import classes from './users.module.css';
import { readOlderEntries } from './users.queries.ts';

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

type Entries = readonly WalletEntryView[];

/** Entries never change, so what was read is joined with newer and older ones. A page that leaves a gap stands for itself. */
export function joinEntries(known: Entries, page: Entries): Entries {
  const [newest, oldest] = [known[0]?.sequence ?? 0, known.at(-1)?.sequence ?? 0];
  if ((page.at(-1)?.sequence ?? 0) > newest + 1) return page;
  return [
    ...page.filter(({ sequence }) => sequence > newest),
    ...known,
    ...page.filter(({ sequence }) => sequence < oldest),
  ];
}

/** The newest entries, and older ones when they are asked for: each has a number, counted from 1. */
export function WalletHistory({ user: { uid, walletEntries } }: { readonly user: UserDetails }) {
  const [entries, join] = useReducer(joinEntries, walletEntries);
  const total = walletEntries[0]?.sequence ?? 0;
  if (total > (entries[0]?.sequence ?? 0)) join(walletEntries);
  const note = useRef<HTMLDivElement>(null);
  const older = useMutation({
    mutationFn: () => readOlderEntries(uid, entries.at(-1)?.sequence ?? 1),
    onSuccess(page) {
      join(page);
      // The button goes with the last page, and the focus would be nowhere.
      if (page.at(-1)?.sequence === 1) note.current?.focus();
    },
  });
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
      {total > walletEntries.length && (
        <div className={classes['note']} ref={note} tabIndex={-1}>
          {total > entries.length ? (
            <>
              {words.newest(entries.length, formatCount(total))}{' '}
              <Button size="compact-xs" variant="default" loading={older.isPending} onClick={() => older.mutate()}>
                {words.older}
              </Button>
            </>
          ) : (
            words.all(formatCount(total))
          )}
          {older.error && <span role="alert"> {errorText(older.error, words.olderFailed)}</span>}
        </div>
      )}
    </Part>
  );
}
