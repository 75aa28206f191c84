import type { WalletEntryView } from '@muneem/contract/users';
import { useReducer } from 'react';
import { formatCount } from '#lib/format.ts';
import { DataTable, wholeResult, type Column } from '#ui/data-table/index.ts';
import { DateTime, Part, StatusBadge, type StatusLook } from '#ui/display/index.ts';
import { OlderRows } from './older-rows.tsx';
import { copy } from './users.copy.ts';
import { readOlderEntries } from './users.queries.ts';

const words = copy.details;

/** Label and colour of a coin movement. */
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
  { id: 'at', header: 'Time', width: 180, cell: (row) => <DateTime value={row.at} /> },
];

type Entries = readonly WalletEntryView[];

/** Joins newer and older entries with the known ones, which never change. After a gap, only the new page stays. */
export function joinEntries(known: Entries, page: Entries): Entries {
  const [newest, oldest] = [known[0]?.sequence ?? 0, known.at(-1)?.sequence ?? 0];
  if ((page.at(-1)?.sequence ?? 0) > newest + 1) return page;
  return [
    ...page.filter(({ sequence }) => sequence > newest),
    ...known,
    ...page.filter(({ sequence }) => sequence < oldest),
  ];
}

/** The newest wallet entries, and older ones on request. Entry numbers start at 1. */
export function WalletHistory({ uid, walletEntries }: { readonly uid: string; readonly walletEntries: Entries }) {
  const [entries, join] = useReducer(joinEntries, walletEntries);
  const total = walletEntries[0]?.sequence ?? 0;
  if (total > (entries[0]?.sequence ?? 0)) join(walletEntries);
  return (
    <Part title={words.wallet}>
      <DataTable
        name="user-wallet"
        label={words.wallet}
        columns={ENTRIES}
        rowId={(row) => String(row.sequence)}
        result={wholeResult(entries)}
        noun={{ one: 'entry', many: 'entries' }}
        empty={{ title: words.noEntries }}
        errorText={words.failed}
      />
      {total > walletEntries.length && (
        <OlderRows
          shown={entries.length}
          total={total}
          read={() => readOlderEntries(uid, entries.at(-1)?.sequence ?? 1)}
          onRead={join}
          isLast={(page) => page.at(-1)?.sequence === 1}
          failed={words.olderFailed}
        />
      )}
    </Part>
  );
}
