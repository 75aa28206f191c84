export { exportsModule } from './exports.module.ts';
export { readPortions } from './exports.repository.ts';
export type { ExportOrder } from './stream-export.ts';
export { streamExport } from './stream-export.ts';
