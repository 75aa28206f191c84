export { EXPORT_FORMATS, exportId, getExportProgress, MAX_RUNNING_EXPORTS } from './exports.api.ts';
export type { ExportFormat, ExportProgress } from './exports.api.ts';
