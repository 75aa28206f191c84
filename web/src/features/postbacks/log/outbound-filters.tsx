import { useQuery } from '@tanstack/react-query';
import { ListFilter, type ListOf } from '#ui/data-table/index.ts';
import { DayRange, FilterSelect } from '#ui/fields/index.ts';
import { customPostbacksQuery } from '../postbacks.queries.ts';
import { EventSelect } from './log-parts.tsx';
import { copy } from './log.copy.ts';
import type { OUTBOUND } from './log.queries.ts';

const words = copy.outbound;

const STATUSES = { all: words.allStatuses, ...words.statuses };

interface OutboundFiltersProps {
  readonly offerId: string;
  readonly list: ListOf<typeof OUTBOUND>;
}

export function OutboundFilters({ offerId, list }: OutboundFiltersProps) {
  const { query, setFilters } = list;
  const { data } = useQuery(customPostbacksQuery(offerId));
  return (
    <>
      <ListFilter list={list} name="status" aria-label={words.status} options={STATUSES} />
      <FilterSelect
        aria-label={words.company}
        maw="14rem"
        value={query.company}
        data={[{ value: '', label: words.allCompanies }, ...(data?.companies ?? [])]}
        onChange={(company) => setFilters({ company })}
      />
      <FilterSelect
        aria-label={words.postback}
        maw="14rem"
        value={query.postbackId}
        data={[
          { value: '', label: words.allPostbacks },
          ...(data?.postbacks ?? []).map(({ _id, companyName, eventName }) => ({
            value: _id,
            label: `${companyName}, ${eventName}`,
          })),
        ]}
        onChange={(postbackId) => setFilters({ postbackId })}
      />
      <EventSelect offerId={offerId} value={query.event} onChange={(event) => setFilters({ event })} />
      <DayRange inline value={query} onChange={setFilters} />
    </>
  );
}
