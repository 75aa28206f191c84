import { useQuery } from '@tanstack/react-query';
import { DayRange, FilterSelect, optionsOf } from '#ui/form/index.ts';
import { customPostbacksQuery } from '../postbacks.queries.ts';
import { EventSelect } from './log-parts.tsx';
import { copy } from './log.copy.ts';
import type { OutboundQuery } from './log.queries.ts';

const words = copy.outbound;

interface OutboundFiltersProps {
  readonly offerId: string;
  readonly query: OutboundQuery;
  readonly onChange: (
    change: Partial<Pick<OutboundQuery, 'status' | 'postbackId' | 'event' | 'company' | 'startDate' | 'endDate'>>,
  ) => void;
}

export function OutboundFilters({ offerId, query, onChange }: OutboundFiltersProps) {
  const { data } = useQuery(customPostbacksQuery(offerId));
  return (
    <>
      <FilterSelect
        aria-label={words.status}
        value={query.status}
        data={optionsOf({ all: words.allStatuses, ...words.statuses })}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        aria-label={words.company}
        maw="14rem"
        value={query.company}
        data={[{ value: '', label: words.allCompanies }, ...(data?.companies ?? [])]}
        onChange={(company) => onChange({ company })}
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
        onChange={(postbackId) => onChange({ postbackId })}
      />
      <EventSelect offerId={offerId} value={query.event} onChange={(event) => onChange({ event })} />
      <DayRange inline value={query} labels={copy.days} onChange={onChange} />
    </>
  );
}
