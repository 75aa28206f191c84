import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DayRange } from '#ui/form/index.ts';
import { customPostbacksQuery } from '../postbacks.queries.ts';
import { EventSelect } from './log-parts.tsx';
import { copy } from './log.copy.ts';
import classes from './log.module.css';
import { DELIVERY_TABS, type OutboundQuery } from './log.queries.ts';
import { useOfferEvents } from './use-offer-events.ts';

const words = copy.outbound;

interface OutboundFiltersProps {
  readonly offerId: string;
  readonly query: OutboundQuery;
  readonly onChange: (
    change: Partial<Pick<OutboundQuery, 'status' | 'postbackId' | 'event' | 'company' | 'startDate' | 'endDate'>>,
  ) => void;
}

export function OutboundFilters({ offerId, query, onChange }: OutboundFiltersProps) {
  const events = useOfferEvents(offerId);
  const { data } = useQuery(customPostbacksQuery(offerId));
  const postbacks = data?.postbacks ?? [];
  const isKnown = query.postbackId === '' || postbacks.some(({ _id }) => _id === query.postbackId);
  const companies = data?.companies ?? [];
  return (
    <>
      <NativeSelect
        aria-label={words.status}
        value={query.status}
        data={DELIVERY_TABS.map((value) => ({
          value,
          label: value === 'all' ? words.allStatuses : words.statuses[value],
        }))}
        onChange={(event) => onChange({ status: event.currentTarget.value as OutboundQuery['status'] })}
      />
      <NativeSelect
        aria-label={words.company}
        className={classes['select'] ?? ''}
        value={query.company}
        data={[
          { value: '', label: words.allCompanies },
          ...(query.company === '' || companies.includes(query.company)
            ? companies
            : [...companies, query.company]
          ).map((name) => ({ value: name, label: name })),
        ]}
        onChange={(event) => onChange({ company: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={words.postback}
        className={classes['select'] ?? ''}
        value={query.postbackId}
        data={[
          { value: '', label: words.allPostbacks },
          ...postbacks.map(({ _id, companyName, eventName }) => ({
            value: _id,
            label: `${companyName}, ${eventName}`,
          })),
          ...(isKnown ? [] : [{ value: query.postbackId, label: query.postbackId }]),
        ]}
        onChange={(event) => onChange({ postbackId: event.currentTarget.value })}
      />
      <EventSelect events={events} value={query.event} onChange={(event) => onChange({ event })} />
      <DayRange inline value={query} labels={copy.days} onChange={onChange} />
    </>
  );
}
