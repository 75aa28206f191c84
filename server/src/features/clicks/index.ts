export { clicksModule } from './clicks.module.ts';
export { createClick, createClickWriter } from './create-click.ts';
export type { ClickWriter, CreateClickDependencies, CreateClickInput } from './create-click.ts';
