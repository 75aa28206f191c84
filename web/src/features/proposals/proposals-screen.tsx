import { PROPOSALS_SHOWN } from '@muneem/contract/proposals';
import { rights } from '@muneem/contract/rights';
import { Alert, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatCount } from '#lib/format.ts';
import { useUrlState } from '#lib/url-state.ts';
import { DataTable, listResult } from '#ui/data-table/index.ts';
import { Note } from '#ui/display/index.ts';
import { optionsOf } from '#ui/fields/index.ts';
import { PageHeader, RefreshButton } from '#ui/layout/index.ts';
import { confirm, decline } from './decide-proposal.ts';
import { COLUMNS } from './proposal-columns.tsx';
import { ProposalModal } from './proposal-modal.tsx';
import { copy } from './proposals.copy.ts';
import { proposalsQuery, refreshProposals, URL_STATE } from './proposals.queries.ts';

/** Calls above a limit of one person, which another administrator confirms or declines. */
function ProposalsScreen() {
  const [{ status, proposal: openId }, setUrl] = useUrlState(URL_STATE);
  const query = useQuery({ ...proposalsQuery(status), placeholderData: keepPreviousData });
  const { data } = query;
  const isStuck = data?.proposals.some((row) => row.status === 'open' && row.deciders.length === 0) === true;
  return (
    <>
      <PageHeader
        text={copy.text}
        actions={
          <>
            <SegmentedControl
              aria-label={copy.which}
              value={status}
              data={optionsOf(copy.tab(formatCount(data?.open)))}
              onChange={(next) => setUrl({ status: next })}
            />
            <RefreshButton onRefresh={refreshProposals} />
          </>
        }
      />
      {isStuck && (
        <Alert color="yellow" p="xs" mb="sm" role="status">
          {copy.noDeciderOfSome}
        </Alert>
      )}
      {data?.proposals.length === PROPOSALS_SHOWN && <Note mb="sm">{copy.cutShort}</Note>}
      <DataTable
        decides
        name="proposals"
        columns={COLUMNS}
        changes={rights.decideProposals}
        rowId={(row) => row.id}
        rowLines="two"
        rowLink={(row) => ({ to: '/second-person', search: (before) => ({ ...before, proposal: row.id }) })}
        rowShortcuts={[
          { key: 'a', label: copy.confirm, run: (row) => void confirm(row, true) },
          { key: 'r', label: copy.decline, run: (row) => void decline(row) },
        ]}
        result={listResult(query, 'proposals')}
        texts={{ empty: copy.empty[status], emptyText: copy.emptyText, failed: copy.failed }}
        framed
      />
      {openId !== '' && (
        <ProposalModal key={openId} id={openId} onClose={() => setUrl({ proposal: '' }, { closes: true })} />
      )}
    </>
  );
}

export { ProposalsScreen as component };
export { screenQueries as queries } from './proposals.queries.ts';
