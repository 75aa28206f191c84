import { rights } from '@muneem/contract/rights';
import { writeOffReversal, type OwedReversal } from '@muneem/contract/evidence';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '#lib/api.ts';
import { formatCoins, formatNoun } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { DataTable, columnsOf, listResult, RowButtons, type Column } from '#ui/data-table/index.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { Coins, DateTime, Note } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './evidence.copy.ts';
import { owedReversalsQuery } from './evidence.queries.ts';

const words = copy.owed;

const columnsWith = (writeOff: (row: OwedReversal) => Promise<void>): readonly Column<OwedReversal>[] =>
  columnsOf(words.columns, {
    since: { width: 165, cell: (row) => <DateTime value={row.owedSince} /> },
    user: { width: 160, cell: (row) => row.userName ?? row.uid },
    coins: { align: 'right', width: 110, cell: (row) => <Coins coins={row.coins} /> },
    balance: { align: 'right', width: 120, cell: (row) => <Coins coins={row.balance} /> },
    offer: { width: 160, cell: (row) => `${row.offerTitle}, ${row.event}` },
    click: {
      width: 150,
      cell: (row) => (
        <Link to="/clicks/$id" params={{ id: row.clickId }}>
          {copy.explain.evidence}
        </Link>
      ),
    },
    actions: {
      kind: 'actions',
      width: 110,
      cell: (row) => (
        <RowButtons
          of={`${formatCoins(row.coins)}, ${row.uid}`}
          buttons={[{ label: words.writeOff, color: 'default', run: () => void writeOff(row) }]}
        />
      ),
    },
  });

/** The outstanding reversals. Each is collected automatically or written off by an admin. */
export function OwedReversals() {
  const query = useQuery(owedReversalsQuery());
  const { data } = query;
  const writeOff = async ({ coins: owed, claim, uid, journalId }: OwedReversal): Promise<void> => {
    const coins = formatCoins(owed);
    await dialogs.prompt({
      text: claim ? words.askClaimed(coins, uid, claim.claimId, formatCoins(claim.coins)) : words.ask(coins, uid),
      multiline: true,
      validate: (reason) => (reason.trim() === '' ? words.reasonMissing : undefined),
      failure: words.notDone,
      run: async (reason) => {
        try {
          await api(writeOffReversal, { params: { journalId }, body: { reason } });
          toast.success(words.done(coins));
        } finally {
          void queryClient.invalidateQueries({ queryKey: ['evidence'] });
        }
      },
    });
  };
  return (
    <Section
      title={words.title}
      actions={
        data && data.total > 0 ? (
          <span>{copy.sums(formatNoun(data.total, 'debt', 'debts'), formatCoins(data.totalCoins))}</span>
        ) : undefined
      }
    >
      <Note mb="sm">{words.lead}</Note>
      <DataTable
        decides
        name="owed-reversals"
        label={words.title}
        columns={columnsWith(writeOff)}
        changes={rights.writeOffCoins}
        rowId={(row) => String(row.journalId)}
        result={listResult(query, 'owed')}
        texts={words}
      />
    </Section>
  );
}
