import { rights } from '@muneem/contract/rights';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable, useListState, useLiveList } from '#ui/data-table/index.ts';
import { optionsOf } from '#ui/fields/index.ts';
import { PageHeader, RefreshButton } from '#ui/layout/index.ts';
import { CLAIM_COLUMNS } from './claim-columns.tsx';
import { useBulkClaims } from './bulk-claims.tsx';
import { approve, refusals, reject } from './decisions.ts';
import { copy } from './offer-claims.copy.ts';
import { CLAIMS, claimsQuery, refreshClaims } from './offer-claims.queries.ts';

/** Offer claims of users, to approve or reject (document 001 §2). */
function OfferClaimsScreen() {
  const list = useListState(CLAIMS);
  const query = useQuery({ ...claimsQuery(list.query), placeholderData: keepPreviousData });
  const live = useLiveList(query, list, { rows: 'offers', idOf: (row) => row.id, rowsLeave: true });

  const { bulk, decide, window } = useBulkClaims(list.filterKey);
  const refresh = (): Promise<void> => {
    refusals.clear();
    return refreshClaims().then(live.show);
  };

  return (
    <>
      <PageHeader actions={<RefreshButton label={copy.refresh} onRefresh={refresh} />} />
      <DataTable
        name="offer-claims"
        columns={CLAIM_COLUMNS}
        changes={rights.decideOfferClaims}
        decides
        bulk={bulk}
        rowLines="two"
        {...live.table}
        rowShortcuts={[
          {
            key: 'a',
            label: copy.approve,
            run: (row) => void approve(row, true),
            runSelected: (selected) => void decide(selected, true, true),
          },
          {
            key: 'r',
            label: copy.reject,
            run: (row) => void reject(row),
            runSelected: (selected) => void decide(selected, false, true),
          },
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
      {window}
    </>
  );
}

export { OfferClaimsScreen as component };
export { screenQueries as queries } from './offer-claims.queries.ts';
