import type { Proposal } from '@muneem/contract/proposals';
import { rights } from '@muneem/contract/rights';
import { NOTHING } from '#lib/format.ts';
import { may } from '#lib/may.ts';
import { columnsOf, RowButtons, type Column } from '#ui/data-table/index.ts';
import { DateTime, Money, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { confirm, decline, withdraw } from './decide-proposal.ts';
import { names } from './limit-text.ts';
import { proposalStatus } from './proposal-status.ts';
import { copy } from './proposals.copy.ts';

export const COLUMNS: readonly Column<Proposal>[] = columnsOf(copy.columns, {
  title: { width: 300, grows: true, cell: (row) => <TwoLines first={row.title} second={row.reason} /> },
  amount: {
    align: 'right',
    width: 120,
    cell: ({ amount }) => (amount === null ? NOTHING : <Money rupees={amount} />),
  },
  by: {
    width: 180,
    cell: (row) => <TwoLines first={row.proposedBy} second={<DateTime value={row.proposedAt} />} />,
  },
  expires: { width: 170, cell: (row) => <DateTime value={row.expiresAt} /> },
  status: { width: 210, cell: (row) => <Status row={row} /> },
  actions: { kind: 'actions', width: 160, cell: (row) => <ProposalActions row={row} /> },
});

/** The status, and who can confirm it or who decided it. */
function Status({ row }: { readonly row: Proposal }) {
  const badge = (
    <span>
      <StatusBadge {...proposalStatus(row.status)} reason={row.decisionReason} />
    </span>
  );
  if (row.status !== 'open') return <TwoLines first={badge} second={row.decidedBy ?? ''} />;
  return (
    <TwoLines
      first={badge}
      second={row.deciders.length === 0 ? copy.noDecider : copy.canConfirm(names(row.deciders))}
    />
  );
}

/** Confirm and Decline, or Withdraw on the admin's own proposal. */
export function ProposalActions({ row }: { readonly row: Proposal }) {
  if (row.status !== 'open' || !may(rights.decideProposals)) return null;
  if (row.isYours)
    return (
      <RowButtons
        of={row.title}
        buttons={[{ label: copy.withdraw, color: 'default', run: () => void withdraw(row) }]}
      />
    );
  const disabledReason = row.whyNot ?? undefined;
  return (
    <RowButtons
      of={row.title}
      buttons={[
        { label: copy.confirm, color: 'green', disabledReason, run: () => void confirm(row) },
        { label: copy.decline, color: 'red', disabledReason, run: () => void decline(row) },
      ]}
    />
  );
}
