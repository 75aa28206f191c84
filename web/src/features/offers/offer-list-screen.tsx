import { rights } from '@muneem/contract/rights';
import type { OfferCategory, OfferSummary } from '@muneem/contract/offers';
import { Box, Button, Group } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { may } from '#lib/may.ts';
import { NetworkFilter } from '#features/networks/index.ts';
import { useScreenTitle } from '#lib/screen.ts';
import {
  listResult,
  EmptyList,
  ListFilter,
  OrderSelect,
  SelectionBar,
  TableFooter,
  useListState,
  useSelection,
  type Selection,
} from '#ui/data-table/index.ts';
import { optionsOf } from '#ui/fields/index.ts';
import { PageHeader, SearchField } from '#ui/layout/index.ts';
import { ErrorState, SkeletonBox, type ErrorStateProps } from '#ui/states/index.ts';
import { deleteOffer } from './delete-offer.ts';
import { OfferCard } from './offer-card.tsx';
import { listCopy, offerCopy } from './offers.copy.ts';
import classes from './offers.module.css';
import { OFFERS, offersQuery, primeQueries, regularQueries, type OfferList } from './offers.queries.ts';
import { useSwitchOffers } from './use-switch-offers.ts';

export const primeOffers = { component: () => <OfferListScreen offerCategory="prime" />, queries: primeQueries };
export const regularOffers = { component: () => <OfferListScreen offerCategory="regular" />, queries: regularQueries };

const TYPES = { all: offerCopy.allTypes, ...offerCopy.regularTypes };
const NOUN = { one: 'offer', many: 'offers' };

function OfferListScreen({ offerCategory }: { readonly offerCategory: OfferCategory }) {
  const copy = listCopy[offerCategory];
  const title = useScreenTitle();
  const list = useListState(OFFERS);
  const query = useQuery({ ...offersQuery(offerCategory, list.query), placeholderData: keepPreviousData });
  const { data } = query;
  const selection = useSelection<OfferSummary>(list.filterKey);
  const switches = useSwitchOffers(offerCategory);
  const mayChange = may(rights.changeOffers);
  const addOffer = mayChange && <AddOffer offerCategory={offerCategory} />;

  return (
    <>
      <PageHeader actions={addOffer} />
      <Toolbar offerCategory={offerCategory} list={list} />
      {data ? (
        <Box opacity={query.isPlaceholderData ? 0.6 : 1}>
          {query.error !== null && <Failed text={copy.failed} query={query} compact />}
          {data.offers.length > 0 ? (
            <Cards offers={data.offers} label={title} selection={selection} switches={switches} />
          ) : (
            <Framed>
              <EmptyList
                list={list}
                total={data.total}
                texts={{ ...copy, emptyText: offerCopy.emptyText }}
                action={addOffer}
              />
            </Framed>
          )}
        </Box>
      ) : query.error ? (
        <Failed text={copy.failed} query={query} />
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
          result={listResult(query, 'offers')}
          counts={data && { shown: data.total, of: data.totalOffers }}
          noun={NOUN}
        />
      )}
      {mayChange && (
        <SelectionBar
          noun={NOUN}
          bulk={{
            selection,
            ...(data && { matching: { total: data.total } }),
            actions: (selected) => (
              <SwitchButtons
                isBusy={switches.isBusy}
                onSwitch={(isActive) =>
                  void switches.switchSelected(selected, list.query, isActive).then((done) => done && selection.clear())
                }
              />
            ),
          }}
        />
      )}
    </>
  );
}

function Toolbar({ offerCategory, list }: { readonly offerCategory: OfferCategory; readonly list: OfferList }) {
  return (
    <Group gap="xs" mb="sm">
      <SearchField value={list.query.search} onChange={list.setSearch} placeholder={listCopy[offerCategory].search} />
      <ListFilter list={list} name="status" aria-label={offerCopy.filterLabel} options={offerCopy.filters} />
      {offerCategory === 'regular' && (
        <ListFilter list={list} name="type" aria-label={offerCopy.typeLabel} options={TYPES} />
      )}
      <NetworkFilter value={list.query.network} onChange={(network) => list.setFilters({ network })} />
      <OrderSelect aria-label={offerCopy.orderLabel} list={list} data={optionsOf(offerCopy.orders)} />
    </Group>
  );
}

interface SwitchButtonsProps {
  readonly isBusy: boolean;
  readonly onSwitch: (isActive: boolean) => void;
}

const SwitchButtons = ({ isBusy, onSwitch }: SwitchButtonsProps) =>
  [true, false].map((isActive) => (
    <Button key={String(isActive)} variant="default" loading={isBusy} onClick={() => onSwitch(isActive)}>
      {isActive ? offerCopy.activate : offerCopy.deactivate}
    </Button>
  ));

interface CardsProps {
  readonly offers: readonly OfferSummary[];
  readonly label: string;
  readonly selection: Selection<OfferSummary>;
  readonly switches: ReturnType<typeof useSwitchOffers>;
}

function Cards({ offers, label, selection, switches }: CardsProps) {
  const { set, forget } = selection;
  const remove = useCallback((offer: OfferSummary) => void deleteOffer(offer, () => forget([offer._id])), [forget]);
  const select = useCallback(
    (offer: OfferSummary, selected: boolean) =>
      set(
        [[offer._id, offer]],
        selected,
        offers.map((each) => [each._id, each] as const),
      ),
    [set, offers],
  );
  return (
    <ul className={classes['grid']} aria-label={label}>
      {offers.map((offer) => (
        <OfferCard
          key={offer._id}
          offer={offer}
          isSelected={selection.isSelected(offer._id)}
          onSelect={select}
          isSwitching={switches.switching.has(offer._id)}
          onSwitch={switches.switchOne}
          onDelete={remove}
        />
      ))}
    </ul>
  );
}

const Failed = (props: ErrorStateProps) => (
  <Framed>
    <ErrorState {...props} textFirst />
  </Framed>
);

const Framed = ({ children }: { readonly children: React.ReactNode }) => (
  <div className={classes['frame']}>{children}</div>
);

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
