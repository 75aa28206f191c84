export { clicksModule } from './clicks.module.ts';
export { createClick, createClickWriter } from './create-click.ts';
export type { CreateClickDependencies } from './create-click.ts';
