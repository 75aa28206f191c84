export { platformApiModule } from './platform-api.module.ts';
