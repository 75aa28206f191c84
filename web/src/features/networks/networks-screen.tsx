import { rights } from '@muneem/contract/rights';
import { OWN_CURRENCY, type NetworkSummary } from '@muneem/contract/networks';
import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { may } from '#lib/may.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCount, NOTHING } from '#lib/format.ts';
import { text, useUrlState } from '#lib/url-state.ts';
import {
  columnsOf,
  DataTable,
  ListFilter,
  listResult,
  RowButtons,
  useListState,
  type Column,
} from '#ui/data-table/index.ts';
import { CutText, DateTime, StatusBadge } from '#ui/display/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { NetworkModal, NEW_NETWORK } from './network-modal.tsx';
import { copy } from './networks.copy.ts';
import { NETWORKS, networksQuery, refreshNetworks, setArchived } from './networks.queries.ts';
import { rateText } from './rate-text.ts';

const OPEN = { network: text() };
const NOUN = { one: 'network', many: 'networks' };

/** The networks that pay for offers, with their rates of today. */
function NetworksScreen() {
  const list = useListState(NETWORKS);
  const [{ network: openId }, setOpen] = useUrlState(OPEN);
  const query = useQuery({ ...networksQuery(list.query), placeholderData: keepPreviousData });
  const close = useCallback(() => setOpen({ network: '' }, { closes: true }), [setOpen]);
  const add = may(rights.changeNetworks) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ network: NEW_NETWORK })}>
      {copy.add}
    </Button>
  );
  return (
    <>
      <PageHeader text={copy.text} actions={add} />
      <DataTable
        name="networks"
        columns={COLUMNS}
        changes={rights.changeNetworks}
        rowId={(row) => row._id}
        list={list}
        result={listResult(query, 'networks')}
        counts={query.data && { shown: query.data.total, of: query.data.totalNetworks }}
        rowLink={(row) => ({ to: '/networks', search: (before) => ({ ...before, network: row._id }) })}
        search={copy.search}
        filters={
          <ListFilter list={list} name="status" aria-label={copy.filters.status} options={copy.filters.statuses} />
        }
        noun={NOUN}
        texts={copy}
      />
      {openId !== '' && (
        <NetworkModal key={openId} id={openId} onClose={close} onShow={(id) => setOpen({ network: id })} />
      )}
    </>
  );
}

const COLUMNS: readonly Column<NetworkSummary>[] = columnsOf(copy.columns, {
  name: {
    sort: 'name',
    width: 220,
    cell: (row) => (
      <>
        <CutText text={row.name} /> {row.isArchived && <StatusBadge label={copy.archived} color="gray" />}
      </>
    ),
  },
  currency: { width: 95, cell: (row) => row.currency },
  rate: { width: 190, cell: (row) => <Rate network={row} /> },
  param: { width: 150, cell: (row) => <CutText text={row.payoutParam} /> },
  offers: { sort: 'offers', align: 'right', width: 90, cell: (row) => formatCount(row.offers) },
  contact: { width: 200, cell: (row) => (row.contactEmail === '' ? NOTHING : <CutText text={row.contactEmail} />) },
  updated: { sort: 'updatedAt', width: 170, cell: (row) => <DateTime value={row.updatedAt} /> },
  actions: {
    kind: 'actions',
    width: 120,
    cell: (row) => (
      <RowButtons
        of={row.name}
        buttons={[
          {
            label: row.isArchived ? copy.unarchive : copy.archive,
            color: 'default',
            run: () => void archive(row, !row.isArchived),
          },
        ]}
      />
    ),
  },
});

function Rate({ network: { currency, currentRate } }: { readonly network: NetworkSummary }) {
  if (currency === OWN_CURRENCY) return NOTHING;
  if (currentRate === null) return <StatusBadge label={copy.noRate} color="yellow" reason={copy.noRateReason} />;
  return rateText(currentRate.rupees, currency);
}

/** Needs no confirmation: it can be undone. */
async function archive(network: NetworkSummary, isArchived: boolean): Promise<void> {
  try {
    await setArchived(network._id, isArchived);
    const done = isArchived ? copy.archiveDone(network.name) : copy.unarchiveDone(network.name);
    toast.success(done, { actions: [{ label: copy.undo, run: () => void archive(network, !isArchived) }] });
  } catch (error) {
    toast.error(errorText(error, copy.archiveFailed));
  }
  await refreshNetworks();
}

export { NetworksScreen as component };
export { screenQueries as queries } from './networks.queries.ts';
