export { conversionReportsModule } from './conversion-reports.module.ts';
export { foldSums } from './fold-sums.ts';
