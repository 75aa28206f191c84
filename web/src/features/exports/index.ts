export { ExportButton, ExportProgress } from './export-button.tsx';
