export { registerEvidenceRoutes } from './evidence.routes.ts';
