export { conversionReportsModule } from './conversion-reports.module.ts';
export { foldSums } from './fold-sums.repository.ts';
export { earningsOf } from './break-down.ts';
export { groupSums, sumCoins } from './report-sums.repository.ts';
