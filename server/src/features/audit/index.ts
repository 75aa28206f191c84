export { auditModule } from './audit.module.ts';
