import type { Network } from '@muneem/contract/networks';
import { AppError } from '#platform/app-error/index.ts';
import type { Queryable } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { warningsOf, type ReadStatus } from './dialect-warnings.ts';
import { toNetwork } from './network.mapper.ts';
import { findNetwork } from './networks.repository.ts';

export interface NetworkDependencies extends Pick<Platform, 'database' | 'caches' | 'clock'> {
  readonly readStatus: ReadStatus;
}

export const networkNotFound = (): AppError => new AppError('not_found', 'This network does not exist.');

/** @throws AppError `not_found` */
export async function getNetwork(
  { readStatus }: Pick<NetworkDependencies, 'readStatus'>,
  q: Queryable,
  id: string,
): Promise<Network> {
  const row = await findNetwork(q, id);
  if (row === null) throw networkNotFound();
  return { ...toNetwork(row), warnings: warningsOf(row.dialect, readStatus) };
}
