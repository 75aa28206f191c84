import { lazy, Suspense } from 'react';
import { SkeletonBox } from '#ui/states/index.ts';
import type { TrendChartProps } from './chart-data.ts';

const Loaded = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

/** As high as the chart with so many panels, so that nothing moves when it is there. */
const heightOf = (panels: number): number => 40 + panels * 148;

/** The chart in a file of its own, loaded where one shows. */
export function TrendChart(props: TrendChartProps) {
  return (
    <Suspense fallback={<SkeletonBox height={heightOf(props.panels.length)} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
