import { settleClaimReversal, type ClaimReversal } from '@muneem/contract/evidence';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '#lib/api.ts';
import { formatCoins } from '#lib/format.ts';
import type { Column } from '#ui/data-table/index.ts';
import { Coins, DateTime } from '#ui/display/index.ts';
import { copy } from './evidence.copy.ts';
import { claimReversalsQuery } from './evidence.queries.ts';
import { actionColumn, clickColumn, ReversalList, useDecision } from './reversal-list.tsx';

const words = copy.claimed;

const columnsWith = (settle: (row: ClaimReversal) => Promise<void>): readonly Column<ClaimReversal>[] => [
  { id: 'reversed', header: words.columns.reversed, width: 165, cell: (row) => <DateTime value={row.reversedAt} /> },
  {
    id: 'user',
    header: words.columns.user,
    width: 140,
    cell: (row) => (
      <Link to="/users" search={{ user: row.uid }}>
        {row.userName ?? row.uid}
      </Link>
    ),
  },
  { id: 'offer', header: words.columns.offer, width: 150, cell: (row) => row.offerTitle },
  { id: 'event', header: words.columns.event, width: 90, cell: (row) => row.event },
  { id: 'coins', header: words.columns.coins, align: 'right', width: 120, cell: (row) => <Coins coins={row.coins} /> },
  {
    id: 'claim',
    header: words.columns.claim,
    width: 80,
    // A settled claim is only in the audit log: who approved it, when, for how much.
    cell: (row) => (
      <Link
        to="/audit"
        search={{ recordType: 'offer-claim', recordId: row.claimId }}
        aria-label={words.historyOf(row.claimId)}
      >
        {words.history}
      </Link>
    ),
  },
  clickColumn(words.columns.click),
  actionColumn(words.columns.actions, {
    verb: words.settle,
    labelOf: (row) => words.settleOf(row.event, row.uid),
    act: settle,
  }),
];

/** Events that the network reversed although an approved claim paid for the offer. An admin decides about each. */
export function ClaimReversals() {
  const decide = useDecision();
  const settle = ({ event, offerTitle, claimApprovedBy, coins, conversionId }: ClaimReversal): Promise<void> =>
    decide(words.ask(event, offerTitle, claimApprovedBy, formatCoins(coins)), {
      decide: (reason) => api(settleClaimReversal, { params: { conversionId }, body: { reason } }),
      done: words.done,
      notDone: words.notDone,
      reasonMissing: words.reasonMissing,
    });
  return (
    <ReversalList
      name="claim-reversals"
      words={words}
      noun={{ one: 'event', many: 'events' }}
      query={useQuery(claimReversalsQuery())}
      rowsOf={({ reversals }) => reversals}
      rowId={(row) => row.conversionId}
      columns={columnsWith(settle)}
    />
  );
}
