import { lazy, Suspense } from 'react';
import { SkeletonBox } from '#ui/states/index.ts';
import type { TrendChartProps } from './chart-data.ts';

const Loaded = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

/**
 * As high as the chart with so many panels while its figures stand in one line, so that nothing moves when it is
 * there: in rem what is text, in px what is drawn.
 */
export function TrendChartSkeleton({ panels }: { readonly panels: number }) {
  return <SkeletonBox height={`calc(${1.5 + panels * 1.8125}rem + ${14 + panels * 122}px)`} />;
}

/** The chart in a file of its own, loaded where one shows. */
export function TrendChart(props: TrendChartProps) {
  return (
    <Suspense fallback={<TrendChartSkeleton panels={props.panels.length} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
