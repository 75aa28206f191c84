import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatRupees } from '#lib/format.ts';
import { PageHeader, StatCard, StatGrid } from '#ui/layout/index.ts';
import { copy } from './dashboard.copy.ts';
import { OfferTable } from './offer-table.tsx';
import { statsQuery } from './stats.queries.ts';

/** What there is and how it goes: four totals and the newest offers (document 000 §2). */
export function DashboardScreen() {
  return (
    <>
      <PageHeader
        title={copy.title}
        actions={<Button renderRoot={(props) => <Link to="/add-offer" {...props} />}>{copy.newOffer}</Button>}
      />
      <Totals />
      <OfferTable offerCategory="prime" />
      <OfferTable offerCategory="regular" />
    </>
  );
}

function Totals() {
  const { data, isError, refetch } = useQuery(statsQuery());
  const { cards } = copy;
  // The specification's fallback: 0 and ₹0, and each says that it is one.
  const failed = isError && !data;
  const count = (value: number | undefined) => (value === undefined ? (failed ? '0' : undefined) : formatCount(value));
  const caption = failed ? (
    <>
      {copy.statsFailed}
      <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
        {copy.retry}
      </Button>
    </>
  ) : undefined;
  return (
    <StatGrid label="Totals">
      <StatCard
        label={cards.users}
        value={count(data?.totalUsers)}
        caption={caption}
        {...(failed ? {} : { to: '/users' as const })}
      />
      <StatCard label={cards.activeOffers} value={count(data?.activeOffers)} caption={caption} />
      <StatCard label={cards.completedOffers} value={count(data?.completedOffers)} caption={caption} />
      <StatCard
        label={cards.rewards}
        value={data ? formatRupees(data.totalRewards) : failed ? '₹0' : undefined}
        caption={caption ?? cards.rewardsCaption}
      />
    </StatGrid>
  );
}
