import { useQuery } from '@tanstack/react-query';
import { formatCount, formatPercent, NOTHING } from '#lib/format.ts';
import { StatCard, StatGrid } from '#ui/layout/index.ts';
import { ErrorLine } from '#ui/states/index.ts';
import { copy } from './postbacks.copy.ts';
import { postbackStatsQuery } from './postbacks.queries.ts';

const words = copy.cards;

/** The four key numbers of the offer's custom postbacks, each linked to its rows. */
export function StatCards({ offerId }: { readonly offerId: string }) {
  const query = useQuery(postbackStatsQuery(offerId));
  const stats = query.data?.stats;
  const failed = <ErrorLine text={copy.statsFailed} query={query} />;
  if (!stats && query.error) return failed;
  const { failedDeliveries = 0, waitingDeliveries = 0 } = stats ?? {};
  return (
    <>
      {failed}
      <StatGrid label={words.label}>
        <StatCard
          label={words.totalPostbacks}
          value={stats && formatCount(stats.totalPostbacks)}
          caption={stats ? words.active(formatCount(stats.activePostbacks)) : NOTHING}
          to="."
          search={{ tab: 'custom' }}
        />
        <StatCard
          label={words.companies}
          value={stats && formatCount(stats.uniqueCompanies)}
          to="."
          search={{ tab: 'analytics' }}
        />
        <StatCard
          label={words.totalFired}
          value={stats && formatCount(stats.totalFired)}
          caption={stats ? words.waiting(formatCount(waitingDeliveries)) : NOTHING}
          to="."
          search={{ tab: 'log', direction: 'outbound', ...(waitingDeliveries > 0 ? { 'o-status': 'waiting' } : {}) }}
        />
        <StatCard
          label={words.successRate}
          value={stats && (stats.totalFired === 0 ? NOTHING : formatPercent(stats.overallSuccessRate / 100))}
          caption={
            !stats
              ? NOTHING
              : stats.totalFired === 0
                ? words.nothingFired
                : failedDeliveries === 0
                  ? words.allDelivered
                  : words.failed(formatCount(failedDeliveries))
          }
          to="."
          search={
            failedDeliveries > 0 ? { tab: 'log', direction: 'outbound', 'o-status': 'exhausted' } : { tab: 'analytics' }
          }
        />
      </StatGrid>
    </>
  );
}
