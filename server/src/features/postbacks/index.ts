export { listPostbacksOfClick } from './list-postbacks-of-click.ts';
export { postbacksModule } from './postbacks.module.ts';
export { createPostbackRoutes } from './postbacks.routes.ts';
export { createPostbackBatcher, storePostbacks } from './store-postbacks.ts';
export type { PostbackToStore } from './store-postbacks.ts';
