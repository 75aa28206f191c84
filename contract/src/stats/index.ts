export { getStats } from './stats.api.ts';
