import { rights } from '@muneem/contract/rights';
import { popularityPercent, type OfferCategory } from '@muneem/contract/offers';
import { Alert, Button, Group, Progress } from '@mantine/core';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#lib/may.ts';
import { deleteOffer, OfferImage, offersQuery, offerStatus } from '#features/offers/index.ts';
import { formatNoun } from '#lib/format.ts';
import {
  columnsOf,
  DataTable,
  listResult,
  RowIconButton,
  RowIconLink,
  RowIcons,
  type Column,
  type ListResult,
  wholeResult,
} from '#ui/data-table/index.ts';
import { Coins, CutText, StatusBadge } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { copy } from './dashboard.copy.ts';
import { SAMPLE_OFFERS, type DashboardOffer } from './sample-offers.ts';
import { REFRESH_MS } from './stats.queries.ts';

const SHOWN = 5;
export const LISTS = { prime: '/prime-offers', regular: '/regular-offers' } as const;

export function OfferTable({ offerCategory }: { readonly offerCategory: OfferCategory }) {
  const words = copy.lists[offerCategory];
  const query = useQuery({ ...offersQuery(offerCategory, { limit: SHOWN }), refetchInterval: REFRESH_MS });
  const isSample = query.isError && !query.data;
  const result: ListResult<DashboardOffer> = isSample
    ? { ...wholeResult(SAMPLE_OFFERS[offerCategory]), isFetching: query.isFetching }
    : listResult(query, 'offers');

  return (
    <Section
      title={words.title}
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link to={LISTS[offerCategory]} {...props} />}
          aria-label={`${copy.viewAll}: ${words.title}`}
        >
          {copy.viewAll}
        </Button>
      }
    >
      {isSample && (
        <Alert color="yellow" p="xs" mb="sm">
          <Group justify="space-between" gap="xs">
            {copy.sample}
            <Button variant="default" size="compact-sm" loading={query.isFetching} onClick={() => void query.refetch()}>
              {copy.retry}
            </Button>
          </Group>
        </Alert>
      )}
      <DataTable
        name={`dashboard-${offerCategory}`}
        label={isSample ? `${words.title} (sample)` : words.title}
        columns={isSample || !may(rights.changeOffers) ? COLUMNS : COLUMNS_AND_ACTIONS}
        rowId={(offer) => offer._id}
        result={result}
        texts={{ empty: words.empty, failed: copy.stale }}
      />
    </Section>
  );
}

const HEADINGS = { image: 'Image', offer: 'Offer', reward: 'Reward', status: 'Status', popularity: 'Popularity' };

const COLUMNS: readonly Column<DashboardOffer>[] = columnsOf(HEADINGS, {
  image: {
    width: 64,
    fixed: true,
    cell: (offer) => <OfferImage image={offer.image} title={offer.title} size="row" />,
  },
  offer: { width: 240, fixed: true, cell: (offer) => <CutText text={offer.title} /> },
  reward: { width: 110, align: 'right', cell: (offer) => <Coins coins={offer.coins} /> },
  status: { width: 100, cell: (offer) => <StatusBadge {...offerStatus(offer.isActive)} /> },
  popularity: { width: 180, cell: (offer) => <Popularity count={offer.completedCount} /> },
});

function Popularity({ count }: { readonly count: number }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={popularityPercent(count)} size="sm" flex="1 1 4rem" miw="3rem" maw="8rem" aria-hidden />
      <span style={{ whiteSpace: 'nowrap' }}>{formatNoun(count, copy.user, copy.users)}</span>
    </Group>
  );
}

const ACTIONS: Column<DashboardOffer> = {
  id: 'actions',
  header: 'Actions',
  kind: 'actions',
  width: 120,
  cell: (offer) => (
    <RowIcons>
      <RowIconLink
        tip={copy.actions.edit}
        name={`${copy.actions.edit} ${offer.title}`}
        link={{ to: '/edit-offer/$id', params: { id: offer._id } }}
      >
        <IconPencil size={16} aria-hidden />
      </RowIconLink>
      <RowIconLink
        tip="Postback URLs"
        name={`${copy.actions.postbacks} ${offer.title}`}
        link={{ to: '/postback-urls/$id', params: { id: offer._id } }}
      >
        <IconLink size={16} aria-hidden />
      </RowIconLink>
      <RowIconButton
        tip={copy.actions.delete}
        name={`${copy.actions.delete} ${offer.title}`}
        danger
        onClick={() => void deleteOffer(offer)}
      >
        <IconTrash size={16} aria-hidden />
      </RowIconButton>
    </RowIcons>
  ),
};

const COLUMNS_AND_ACTIONS = [...COLUMNS, ACTIONS];
