import type { DayStats } from '@muneem/contract/stats';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  formatCount,
  formatCountShort,
  formatDayShort,
  formatDayLong,
  formatRupees,
  formatRupeesShort,
} from '#lib/format.ts';
import { Section } from '#ui/layout/index.ts';
import { ErrorState } from '#ui/states/index.ts';
import { TrendChart, TrendChartSkeleton, type ChartPanel } from '#ui/trend-chart/index.ts';
import { copy } from './dashboard.copy.ts';

interface ConversionsChartProps {
  readonly days: readonly DayStats[] | undefined;
  /** Set if loading failed. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Conversions and payout of the last 30 days. A day links to its conversions. */
export function ConversionsChart({ days, error, onRetry }: ConversionsChartProps) {
  const words = copy.chart;
  return (
    <Section title={words.title}>
      {days ? (
        <Chart days={days} />
      ) : error ? (
        <ErrorState text={words.failed} error={error} onRetry={onRetry} compact />
      ) : (
        <TrendChartSkeleton panels={2} />
      )}
    </Section>
  );
}

function Chart({ days }: { readonly days: readonly DayStats[] }) {
  const words = copy.chart;
  const navigate = useNavigate();
  const points = useMemo(
    () => days.map(({ day }) => ({ key: day, label: formatDayLong(day), short: formatDayShort(day) })),
    [days],
  );
  const panels = useMemo<ChartPanel[]>(
    () => [
      {
        title: words.conversions,
        kind: 'bars',
        isWhole: true,
        format: formatCount,
        axis: formatCountShort,
        series: [{ name: words.conversions, color: 'ink', values: days.map(({ conversions }) => conversions) }],
      },
      {
        title: words.payout,
        kind: 'bars',
        format: formatRupees,
        axis: formatRupeesShort,
        series: [{ name: words.payout, color: 'green', values: days.map(({ payout }) => payout) }],
      },
    ],
    [days, words],
  );
  return (
    <TrendChart
      label={words.label}
      pointName={words.day}
      period={words.period}
      points={points}
      panels={panels}
      onOpen={({ key }) =>
        void navigate({ to: '/conversion-reports', search: { startDate: key, endDate: key, status: 'approved' } })
      }
    />
  );
}
