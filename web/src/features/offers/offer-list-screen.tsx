import type { OfferCategory } from '@muneem/contract/offers';
import { Button, NativeSelect } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TableFooter, useListState } from '#ui/data-table/index.ts';
import { PageHeader, SearchField } from '#ui/layout/index.ts';
import { EmptyByFilter, EmptyState, ErrorState, SkeletonBox } from '#ui/states/index.ts';
import { OfferCard } from './offer-card.tsx';
import { listCopy, offerCopy } from './offers.copy.ts';
import classes from './offers.module.css';
import { OFFER_STATES, OFFERS, offersQuery, type OffersQuery } from './offers.queries.ts';
import { useDeleteOffer } from './use-delete-offer.ts';

export const PrimeOffersScreen = () => <OfferListScreen offerCategory="prime" />;
export const RegularOffersScreen = () => <OfferListScreen offerCategory="regular" />;

const NOUN = { one: 'offer', many: 'offers' };

function OfferListScreen({ offerCategory }: { readonly offerCategory: OfferCategory }) {
  const copy = listCopy[offerCategory];
  const list = useListState(OFFERS);
  const query = useQuery({ ...offersQuery(offerCategory, list.query), placeholderData: keepPreviousData });
  const { data } = query;
  const addOffer = <AddOffer offerCategory={offerCategory} />;

  return (
    <>
      <PageHeader title={copy.title} actions={addOffer} />
      <div className={classes['toolbar']}>
        <SearchField value={list.query.search} onChange={list.setSearch} placeholder={copy.search} />
        <NativeSelect
          aria-label="State"
          data={OFFER_STATES.map((value) => ({ value, label: offerCopy.filters[value] }))}
          value={list.query.status}
          onChange={(event) => list.setFilters({ status: event.currentTarget.value as OffersQuery['status'] })}
        />
      </div>
      {data ? (
        <div className={query.isPlaceholderData ? classes['refreshing'] : undefined}>
          {query.error !== null && (
            <Framed>
              <ErrorState
                text={copy.failed}
                error={query.error}
                onRetry={query.refetch}
                retrying={query.isFetching}
                compact
              />
            </Framed>
          )}
          {data.offers.length > 0 ? (
            <Cards offers={data.offers} label={copy.title} />
          ) : (
            <Framed>
              {list.isFiltered ? (
                <EmptyByFilter title={copy.noMatch} onClear={list.clearFilters} />
              ) : data.total > 0 ? (
                <EmptyState title="Nothing on this page" text="The list has become shorter." />
              ) : (
                <EmptyState title={copy.none} text={offerCopy.emptyText} action={addOffer} />
              )}
            </Framed>
          )}
        </div>
      ) : query.error ? (
        <Framed>
          <ErrorState text={copy.failed} error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
        </Framed>
      ) : (
        <div className={classes['grid']}>
          {Array.from({ length: 6 }, (_, index) => (
            <SkeletonBox key={index} height={206} />
          ))}
        </div>
      )}
      {(data || !query.error) && (
        <TableFooter
          list={list}
          shown={undefined}
          total={data?.total}
          counts={data && { shown: data.total, of: data.totalOffers }}
          noun={NOUN}
        />
      )}
    </>
  );
}

type Offers = Parameters<typeof OfferCard>[0]['offer'][];

function Cards({ offers, label }: { readonly offers: Readonly<Offers>; readonly label: string }) {
  const deleteOffer = useDeleteOffer();
  return (
    <ul className={classes['grid']} aria-label={label}>
      {offers.map((offer) => (
        <OfferCard key={offer._id} offer={offer} onDelete={(chosen) => void deleteOffer(chosen)} />
      ))}
    </ul>
  );
}

const Framed = ({ children }: { readonly children: React.ReactNode }) => (
  <div className={classes['frame']}>{children}</div>
);

/** Leads to the form with the list's own category chosen. */
function AddOffer({ offerCategory }: { readonly offerCategory: OfferCategory }) {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/add-offer" search={{ category: offerCategory }} {...props} />}
    >
      {offerCopy.add}
    </Button>
  );
}
