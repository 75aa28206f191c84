export { exportsModule } from './exports.module.ts';
export { streamExport } from './stream-export.ts';
