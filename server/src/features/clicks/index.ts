export { countUnknownUsers, listUnknownUsers } from './unknown-users.repository.ts';
export { CLICK } from './click.ts';
export { clicksModule } from './clicks.module.ts';
export type { ClickRef } from './clicks.repository.ts';
export { createClick, createClickWriter } from './create-click.ts';
export type { CreateClickDependencies } from './create-click.ts';
