export { statsModule } from './stats.module.ts';
