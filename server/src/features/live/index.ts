export { liveModule } from './live.module.ts';
