import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { foldChanges } from './fold-sums.repository.ts';

/** The changes of one transaction: a few seconds of work. */
const PORTION = 20_000;

/** Moves the waiting changes into the sums. Reports are exact without it, but read every change. @returns their number */
export async function foldSums({ database }: Pick<Platform, 'database'>, portion = PORTION): Promise<number> {
  let moved = 0;
  for (let last = portion; last === portion; moved += last)
    last = await transaction(database, (tx) => foldChanges(tx, portion));
  return moved;
}
