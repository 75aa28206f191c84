export { DashboardScreen } from './dashboard-screen.tsx';
export { askFirst } from './stats.queries.ts';
