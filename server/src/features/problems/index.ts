export { problemsModule } from './problems.module.ts';
