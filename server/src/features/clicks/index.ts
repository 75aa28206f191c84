export { countUnknownUsers, listUnknownUsers } from './click-days.repository.ts';
export { clicksModule } from './clicks.module.ts';
export type { ClickRef } from './clicks.repository.ts';
export { createClick, createClickWriter } from './create-click.ts';
export type { CreateClickDependencies } from './create-click.ts';
