export { evidenceModule } from './evidence.module.ts';
