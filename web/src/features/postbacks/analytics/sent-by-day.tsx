import { useNavigate } from '@tanstack/react-router';
import { formatCount, formatDuration } from '#lib/format.ts';
import { EmptyState } from '#ui/states/index.ts';
import { TrendChart } from '#ui/trend-chart/index.ts';
import { copy } from './analytics.copy.ts';
import type { PostbackStats } from './breakdown-rows.ts';

type Series = PostbackStats['series'];

/** The average over the period, weighted by the number of attempts per day. */
const averageOf = (series: Series): number => {
  const fired = series.reduce((sum, day) => sum + day.fired, 0);
  return fired === 0 ? 0 : series.reduce((sum, day) => sum + day.averageResponseTime * day.fired, 0) / fired;
};

/** Attempts and response times by day. A day links to its part of the log. */
export function SentByDay({ series }: { readonly series: Series }) {
  const navigate = useNavigate();
  if (series.every(({ fired }) => fired === 0)) return <EmptyState title={copy.noChart} text={copy.noChartText} />;
  return (
    <TrendChart
      label={copy.chartLabel(series.length)}
      period={copy.period(series.length)}
      days={series.map(({ day }) => day)}
      panels={[
        {
          title: copy.sent,
          kind: 'bars',
          isWhole: true,
          format: formatCount,
          series: [
            { name: copy.success, color: 'green', values: series.map(({ success }) => success) },
            { name: copy.errors, color: 'red', values: series.map(({ errors }) => errors) },
          ],
        },
        {
          title: copy.responseTime,
          kind: 'line',
          format: formatDuration,
          total: () => averageOf(series),
          series: [
            {
              name: copy.responseTime,
              color: 'blue',
              values: series.map(({ fired, averageResponseTime }) => (fired === 0 ? undefined : averageResponseTime)),
            },
          ],
        },
      ]}
      onOpen={(day) =>
        void navigate({ to: '.', search: { tab: 'log', direction: 'outbound', 'o-startDate': day, 'o-endDate': day } })
      }
    />
  );
}
