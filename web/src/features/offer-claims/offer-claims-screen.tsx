import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DataTable, useListState, useLiveList } from '#ui/data-table/index.ts';
import { optionsOf } from '#ui/form/index.ts';
import { PageHeader, RefreshButton } from '#ui/layout/index.ts';
import { claimColumns } from './claim-columns.tsx';
import { copy } from './offer-claims.copy.ts';
import { CLAIMS, claimsQuery, refreshClaims } from './offer-claims.queries.ts';
import { useDecisions } from './use-decisions.tsx';

/** Offer claims of users, to approve or reject (document 001 §2). */
export function OfferClaimsScreen() {
  const list = useListState(CLAIMS);
  const queryClient = useQueryClient();
  const query = useQuery({ ...claimsQuery(list.query), placeholderData: keepPreviousData });
  const live = useLiveList(query, list, { rows: 'offers', idOf: (row) => row.id, rowsLeave: true });
  const decisions = useDecisions();
  const columns = useMemo(() => claimColumns(decisions), [decisions]);

  return (
    <>
      <PageHeader
        actions={<RefreshButton label={copy.refresh} onRefresh={() => refreshClaims(queryClient).then(live.show)} />}
      />
      <DataTable
        name="offer-claims"
        columns={columns}
        rowLines="two"
        {...live.table}
        rowShortcuts={[
          { key: 'a', label: copy.approve, run: (row) => void decisions.approve(row, true) },
          { key: 'r', label: copy.reject, run: (row) => void decisions.reject(row) },
        ]}
        search={copy.search}
        filters={
          <SegmentedControl
            aria-label={copy.period}
            value={list.query.period}
            data={optionsOf(copy.periods)}
            onChange={(period) => list.setFilters({ period })}
          />
        }
        noun={{ one: 'pending offer', many: 'pending offers' }}
        texts={copy}
      />
    </>
  );
}

export { screenQueries } from './offer-claims.queries.ts';
