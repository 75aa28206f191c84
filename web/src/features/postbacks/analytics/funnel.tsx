import { rights } from '@muneem/contract/rights';
import {
  FUNNEL_CLICKS,
  FUNNEL_DAYS,
  formatStep,
  getFunnel,
  quantileS,
  type Funnel,
} from '@muneem/contract/conversion-reports';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { may } from '#lib/may.ts';
import { useState } from 'react';
import { formatCount, formatPercent, NOTHING } from '#lib/format.ts';
import { routeQuery } from '#lib/route-query.ts';
import { columnsOf, DataTable, wholeResult, type Column } from '#ui/data-table/index.ts';
import { FactList, Note } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { Loaded, SkeletonBox } from '#ui/states/index.ts';
import { copy } from './analytics.copy.ts';
import { EarlierRevenueModal } from './earlier-revenue-modal.tsx';

const words = copy.funnel;

const funnelQuery = (offerId: string) =>
  routeQuery(['conversions', 'funnel', offerId], getFunnel, { params: { id: offerId } });

const timeOf = (times: readonly number[], share: number): string => formatStep(quantileS(times, share)) || NOTHING;

const COLUMNS: readonly Column<Funnel['events'][number]>[] = columnsOf(words.columns, {
  event: { width: 160, cell: ({ eventName }) => eventName },
  conversions: { align: 'right', width: 120, cell: ({ conversions }) => formatCount(conversions) },
  half: { align: 'right', width: 140, cell: ({ times }) => timeOf(times, 0.5) },
  most: { align: 'right', width: 140, cell: ({ times }) => timeOf(times, 0.9) },
});

/** The way of the offer's users from click to conversion, and the revenue that is missing in the sums. */
export function OfferFunnel({ offerId }: { readonly offerId: string }) {
  const query = useQuery(funnelQuery(offerId));
  const [isFilling, setFilling] = useState(false);
  return (
    <Section
      title={words.title}
      actions={
        may(rights.changeOffers) && (
          <Button variant="default" size="compact-sm" onClick={() => setFilling(true)}>
            {words.fill.open}
          </Button>
        )
      }
    >
      <Loaded query={query} failed={words.failed} compact loading={<SkeletonBox height={160} />}>
        {({ funnel }) => (
          <>
            <Steps {...funnel} />
            <DataTable
              name="funnel-events"
              label={words.byEvent}
              columns={COLUMNS}
              rowId={({ eventName }) => eventName}
              result={wholeResult(funnel.events)}
              texts={{ ...copy, empty: words.empty }}
            />
          </>
        )}
      </Loaded>
      {isFilling && <EarlierRevenueModal offerId={offerId} onClose={() => setFilling(false)} />}
    </Section>
  );
}

function Steps({ clicks, inProgress, completed }: Funnel) {
  const of = (count: number): string =>
    clicks === 0 ? formatCount(count) : `${formatCount(count)} · ${formatPercent(count / clicks)}`;
  return (
    <>
      <FactList
        look="rows"
        facts={[
          [words.clicks, formatCount(clicks)],
          [words.inProgress, of(inProgress)],
          [words.completed, of(completed)],
        ]}
      />
      <Note mt={4} mb="xs">
        {clicks < FUNNEL_CLICKS ? words.days(FUNNEL_DAYS) : words.newest(formatCount(FUNNEL_CLICKS))}
      </Note>
    </>
  );
}
