import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { foldChanges } from './fold-sums.repository.ts';

/** Moves the waiting changes into the sums. Reports are exact without it, but read every change. @returns their number */
export const foldSums = ({ database }: Pick<Platform, 'database'>): Promise<number> =>
  transaction(database, foldChanges);
