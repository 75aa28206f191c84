export type { BarPoint, BarSeries } from './bar-chart.tsx';
export { BarChart } from './bar-chart.tsx';
