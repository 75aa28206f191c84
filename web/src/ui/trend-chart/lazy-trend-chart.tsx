import { lazy, Suspense } from 'react';
import { SkeletonBox } from '#ui/states/index.ts';
import type { TrendChartProps } from './chart-data.ts';

const Loaded = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

/** As high as the chart with `panels` panels, so that nothing moves when it loads. Text is in rem, graphics in px. */
export function TrendChartSkeleton({ panels }: { readonly panels: number }) {
  return <SkeletonBox height={`calc(${1.5 + panels * 1.8125}rem + ${14 + panels * 122}px)`} />;
}

/** The chart, loaded on first use. */
export function TrendChart(props: TrendChartProps) {
  return (
    <Suspense fallback={<TrendChartSkeleton panels={props.panels.length} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
