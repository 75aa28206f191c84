export { TrendChart, TrendChartSkeleton } from './lazy-trend-chart.tsx';
