import type { DayStats } from '@muneem/contract/stats';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatCount, formatCountShort, formatRupees, formatRupeesShort } from '#lib/format.ts';
import { Section } from '#ui/layout/index.ts';
import { ErrorState } from '#ui/states/index.ts';
import { TrendChart, TrendChartSkeleton } from '#ui/trend-chart/index.ts';
import { copy } from './dashboard.copy.ts';

interface ConversionsChartProps {
  readonly days: readonly DayStats[] | undefined;
  /** Set if loading failed. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Conversions, revenue and payout of the last 30 days. A day links to its conversions. */
export function ConversionsChart({ days, error, onRetry }: ConversionsChartProps) {
  const words = copy.chart;
  return (
    <Section title={words.title}>
      {days ? (
        <Chart days={days} />
      ) : error ? (
        <ErrorState text={words.failed} query={{ error, refetch: onRetry, isFetching: false }} compact />
      ) : (
        <TrendChartSkeleton panels={2} />
      )}
    </Section>
  );
}

/** Undefined: unknown. */
const profitOf = ({ revenue, payout }: DayStats): number | undefined =>
  revenue === null ? undefined : Math.round((revenue - payout) * 100) / 100;

function Chart({ days }: { readonly days: readonly DayStats[] }) {
  const words = copy.chart;
  const navigate = useNavigate();
  const unpriced = days.reduce((sum, { withoutRevenue }) => sum + withoutRevenue, 0);
  const approved = days.reduce((sum, { conversions }) => sum + conversions, 0);
  return (
    <>
      <TrendChart
        label={words.label}
        period={words.period}
        days={days.map(({ day }) => day)}
        panels={[
          {
            title: words.conversions,
            kind: 'bars',
            isWhole: true,
            format: formatCount,
            axis: formatCountShort,
            series: [{ name: words.conversions, color: 'ink', values: days.map(({ conversions }) => conversions) }],
          },
          {
            title: words.rupees,
            kind: 'line',
            format: formatRupees,
            axis: formatRupeesShort,
            series: [
              { name: words.payout, color: 'ink', values: days.map(({ payout }) => payout) },
              { name: words.revenue, color: 'blue', values: days.map(({ revenue }) => revenue ?? undefined) },
              { name: words.profit, color: 'green', values: days.map(profitOf) },
            ],
          },
        ]}
        onOpen={(day) =>
          void navigate({ to: '/conversion-reports', search: { startDate: day, endDate: day, status: 'approved' } })
        }
      />
      {unpriced > 0 && (
        <Text size="xs" c="dimmed">
          {words.withoutRevenue(formatCount(unpriced), formatCount(approved))}
        </Text>
      )}
    </>
  );
}
