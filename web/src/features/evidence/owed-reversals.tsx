import { writeOffReversal, type OwedReversal } from '@muneem/contract/evidence';
import { useQuery } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { formatCoins } from '#lib/format.ts';
import type { Column } from '#ui/data-table/index.ts';
import { Coins, DateTime } from '#ui/display/index.ts';
import { copy } from './evidence.copy.ts';
import { owedReversalsQuery } from './evidence.queries.ts';
import { actionColumn, clickColumn, ReversalList, useDecision } from './reversal-list.tsx';

const words = copy.owed;

const columnsWith = (writeOff: (row: OwedReversal) => Promise<void>): readonly Column<OwedReversal>[] => [
  { id: 'since', header: words.columns.since, width: 165, cell: (row) => <DateTime value={row.owedSince} /> },
  { id: 'user', header: words.columns.user, width: 160, cell: (row) => row.userName ?? row.uid },
  { id: 'coins', header: words.columns.coins, align: 'right', width: 110, cell: (row) => <Coins coins={row.coins} /> },
  {
    id: 'balance',
    header: words.columns.balance,
    align: 'right',
    width: 120,
    cell: (row) => <Coins coins={row.balance} />,
  },
  { id: 'offer', header: words.columns.offer, width: 160, cell: (row) => `${row.offerTitle}, ${row.event}` },
  clickColumn(words.columns.click),
  actionColumn(words.columns.actions, {
    verb: words.writeOff,
    labelOf: (row) => words.writeOffOf(formatCoins(row.coins), row.uid),
    act: writeOff,
  }),
];

/** The outstanding reversals. Each is collected automatically or written off by an admin. */
export function OwedReversals() {
  const decide = useDecision();
  const writeOff = ({ coins: owed, claim, uid, journalId }: OwedReversal): Promise<void> => {
    const coins = formatCoins(owed);
    const question = claim
      ? words.askClaimed(coins, uid, claim.claimId, formatCoins(claim.coins))
      : words.ask(coins, uid);
    return decide(question, {
      decide: (reason) => api(writeOffReversal, { params: { journalId }, body: { reason } }),
      done: words.done(coins),
      notDone: words.notDone,
      reasonMissing: words.reasonMissing,
    });
  };
  return (
    <ReversalList
      name="owed-reversals"
      words={words}
      noun={{ one: 'debt', many: 'debts' }}
      query={useQuery(owedReversalsQuery())}
      rowsOf={({ owed }) => owed}
      rowId={(row) => String(row.journalId)}
      columns={columnsWith(writeOff)}
    />
  );
}
