export { registerExportRoutes } from './exports.routes.ts';
export { streamExport } from './stream-export.ts';
