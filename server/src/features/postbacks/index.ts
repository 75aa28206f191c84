export { registerPostbackRoutes } from './postbacks.routes.ts';
export { ensurePostbackPartitions } from './postbacks.repository.ts';
