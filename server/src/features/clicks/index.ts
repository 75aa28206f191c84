export { registerClickRoutes } from './clicks.routes.ts';
export { createClick, createClickWriter } from './create-click.ts';
export type { ClickWriter, CreateClickDependencies, CreateClickInput } from './create-click.ts';
export { ensureClickPartitions } from './clicks.repository.ts';
export { purgeClicks, expireClicks } from './purge-clicks.ts';
