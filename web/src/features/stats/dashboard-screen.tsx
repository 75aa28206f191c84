import { rights } from '@muneem/contract/rights';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#lib/may.ts';
import { formatCount, formatRupees } from '#lib/format.ts';
import { SetUpList } from '#features/set-up/index.ts';
import { useAfterPaint } from '#lib/use-after-paint.ts';
import { PageHeader, StatCard, StatGrid } from '#ui/layout/index.ts';
import { ErrorLine } from '#ui/states/index.ts';
import { AttentionList } from './attention-list.tsx';
import { ConversionsChart } from './conversions-chart.tsx';
import { copy } from './dashboard.copy.ts';
import classes from './dashboard.module.css';
import { LISTS, OfferTable } from './offer-table.tsx';
import { statsQuery } from './stats.queries.ts';

/** Items that need attention, four totals, the chart and the newest offers (document 000 §2). */
function DashboardScreen() {
  const { data, error, isError, refetch } = useQuery(statsQuery());
  const isFailed = isError && !data;
  const retry = () => void refetch();
  // The numbers render first: the chart and the tables are half of the work of the first paint.
  const painted = useAfterPaint(data !== undefined || isError);
  return (
    <>
      <PageHeader
        actions={
          may(rights.changeOffers) && (
            <Button renderRoot={(props) => <Link to="/add-offer" {...props} />}>{copy.newOffer}</Button>
          )
        }
      />
      {data && <ErrorLine text={copy.statsStale} stale="numbers" query={{ error, refetch, isFetching: false }} />}
      {(data === undefined || data.attention) && (
        <AttentionList attention={data?.attention} isFailed={isFailed} onRetry={retry} />
      )}
      {data?.setUp && <SetUpList {...data.setUp} />}
      <Totals stats={data} isFailed={isFailed} onRetry={retry} />
      {(data === undefined || data.days) && (
        <ConversionsChart
          days={painted ? data?.days : undefined}
          error={isFailed ? error : undefined}
          onRetry={retry}
        />
      )}
      {painted && may(rights.seeOffers) && (
        <>
          <OfferTable offerCategory="prime" />
          <OfferTable offerCategory="regular" />
        </>
      )}
    </>
  );
}

type Stats = Readonly<Record<'totalUsers' | 'activeOffers' | 'completedOffers' | 'totalRewards', number>>;

/** Completed offers and rewards come from approved conversions. */
const APPROVED = { to: '/conversion-reports', search: { status: 'approved' } } as const;

interface TotalsProps {
  readonly stats: Stats | undefined;
  readonly isFailed: boolean;
  readonly onRetry: () => void;
}

function Totals({ stats, isFailed, onRetry }: TotalsProps) {
  const { cards } = copy;
  // The specification's fallback: 0 and ₹0, with a note that loading failed.
  const count = (value: number | undefined) =>
    value === undefined ? (isFailed ? '0' : undefined) : formatCount(value);
  const caption = isFailed ? (
    <>
      {copy.statsFailed}
      <Button variant="subtle" size="compact-xs" onClick={onRetry}>
        {copy.retry}
      </Button>
    </>
  ) : undefined;
  const toApproved = isFailed ? {} : APPROVED;
  return (
    <StatGrid label="Totals">
      <StatCard
        label={cards.users}
        value={count(stats?.totalUsers)}
        caption={caption}
        {...(isFailed ? {} : { to: '/users' as const })}
      />
      <StatCard
        label={cards.activeOffers}
        value={count(stats?.activeOffers)}
        caption={caption ?? <ActiveOffersLinks />}
      />
      <StatCard label={cards.completedOffers} value={count(stats?.completedOffers)} caption={caption} {...toApproved} />
      <StatCard
        label={cards.rewards}
        value={stats ? formatRupees(stats.totalRewards) : isFailed ? '₹0' : undefined}
        caption={caption ?? cards.rewardsCaption}
        {...toApproved}
      />
    </StatGrid>
  );
}

/** One number, two links: each category has its own list. */
const ActiveOffersLinks = () => (
  <>
    {(['prime', 'regular'] as const).map((category) => (
      <Link
        key={category}
        to={LISTS[category]}
        search={{ status: 'active' }}
        className={classes['listLink']}
        aria-label={`${copy.lists[category].short}, ${copy.active}`}
      >
        {copy.lists[category].short}
      </Link>
    ))}
  </>
);

export { DashboardScreen as component };
export { dashboardQueries as queries } from './stats.queries.ts';
