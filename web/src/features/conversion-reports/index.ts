export { askFirst } from './conversion-reports.queries.ts';
export { ConversionReportsScreen } from './conversion-reports-screen.tsx';
