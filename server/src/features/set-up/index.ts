export { createSetUp } from './create-set-up.ts';
export type { SetUp } from './create-set-up.ts';
export { setUpModule } from './set-up.module.ts';
