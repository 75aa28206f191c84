export { exportsModule } from './exports.module.ts';
export { readPortions } from './exports.repository.ts';
export { registerExports } from './register-exports.ts';
