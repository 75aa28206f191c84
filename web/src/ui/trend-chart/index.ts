export type { ChartPanel, ChartPoint } from './chart-data.ts';
export { TrendChart } from './lazy-trend-chart.tsx';
