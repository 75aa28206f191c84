import type { Proposal } from '@muneem/contract/proposals';
import { rights } from '@muneem/contract/rights';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { RecordHistory } from '#features/audit/index.ts';
import { capitalized } from '#lib/format.ts';
import { may } from '#lib/may.ts';
import { isKey } from '#lib/shortcuts.ts';
import { DateTime, FactList, Money, StatusBadge, type Fact } from '#ui/display/index.ts';
import { DetailsWindow } from '#ui/window/index.ts';
import { confirm, decline } from './decide-proposal.ts';
import { names } from './limit-text.ts';
import { ProposalActions } from './proposal-columns.tsx';
import { proposalStatus } from './proposal-status.ts';
import { copy } from './proposals.copy.ts';
import { proposalQuery } from './proposals.queries.ts';

const words = copy.details;

/** One proposal with its decision. It has its own URL. */
export function ProposalModal({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery(proposalQuery(id));
  const proposal = query.data?.proposal;
  // The list's shortcuts work here too: the list ignores them while a window is open.
  const decideByKey = (event: KeyboardEvent): void => {
    if (proposal === undefined || event.repeat || !may(rights.decideProposals)) return;
    if (isKey(event, 'a')) void confirm(proposal, true);
    else if (isKey(event, 'r')) void decline(proposal);
    else return;
    event.preventDefault();
  };
  return (
    <DetailsWindow
      words={words}
      size="lg"
      query={query}
      onKeyDown={decideByKey}
      onClose={onClose}
      start={proposal && <ProposalActions row={proposal} />}
    >
      {({ proposal: it }) => <About proposal={it} />}
    </DetailsWindow>
  );
}

function About({ proposal: it }: { readonly proposal: Proposal }) {
  const isOpen = it.status === 'open';
  const ending: readonly Fact[] = isOpen
    ? [[words.deciders, names(it.deciders)]]
    : [
        [words.decidedBy, it.decidedBy],
        [words.decidedAt, it.decidedAt && <DateTime key="v" value={it.decidedAt} />],
        [words.decisionReason, it.decisionReason],
      ];
  return (
    <>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {it.title}
      </Text>
      {isOpen && it.deciders.length === 0 && (
        <Alert color="yellow" p="xs" role="status">
          {copy.noDeciderText}
        </Alert>
      )}
      {isOpen && it.whyNot !== null && may(rights.decideProposals) && (
        <Alert color="blue" p="xs" role="note">
          {it.whyNot}
        </Alert>
      )}
      <FactList
        facts={[
          ...(it.amount === null ? [] : [[words.amount, <Money key="v" rupees={it.amount} />] as const]),
          [words.reason, it.reason],
          [words.status, <StatusBadge key="v" {...proposalStatus(it.status)} />],
          [words.by, it.isYours ? words.you(it.proposedBy) : it.proposedBy],
          [words.at, <DateTime key="v" value={it.proposedAt} />],
          [words.expires, <DateTime key="v" value={it.expiresAt} show="relative" />],
          ...ending,
          [words.record, <RecordLink key="v" proposal={it} />],
        ]}
      />
      <RecordHistory type="proposal" id={it.id} />
    </>
  );
}

function RecordLink({ proposal: { recordType, recordId } }: { readonly proposal: Proposal }) {
  if (recordType !== 'withdrawal') return capitalized(recordType.replaceAll(/[-_]/g, ' '));
  return (
    <Link to="/verify-withdrawals" search={{ withdrawal: recordId }}>
      {words.withdrawal}
    </Link>
  );
}
