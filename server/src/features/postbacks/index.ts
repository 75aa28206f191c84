export { listPostbacksOfClick } from './list-postbacks-of-click.ts';
export { registerPostbackRoutes } from './postbacks.routes.ts';
export { ensurePostbackPartitions } from './postbacks.repository.ts';
export { storePostbacks } from './store-postbacks.ts';
export type { PostbackToStore } from './store-postbacks.ts';
