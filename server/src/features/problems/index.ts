export { registerProblemRoutes } from './problems.routes.ts';
