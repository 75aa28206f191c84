export {
  EXPORT_END_TEXTS,
  EXPORT_FORMATS,
  EXPORT_UNTAKEN_MINUTES,
  exportId,
  getExportProgress,
  MAX_RUNNING_EXPORTS,
} from './exports.api.ts';
export type { ExportEnd, ExportFormat, ExportProgress } from './exports.api.ts';
