export { registerStatsRoutes } from './stats.routes.ts';
