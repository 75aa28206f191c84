export type { ChartPanel, ChartPoint } from './chart-data.ts';
export { TrendChart, TrendChartSkeleton } from './lazy-trend-chart.tsx';
