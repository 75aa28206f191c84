import type { ClickSearchType } from '@muneem/contract/manual-payments';
import type { Database } from '#platform/database/index.ts';
import type { ClickRef } from '#features/clicks/index.ts';
import { searchUserIds } from '#features/users/index.ts';
import { findPayableClicks } from './payable-clicks.repository.ts';

/** A text that matches more users is too vague. */
const USERS_AT_MOST = 50;

export async function searchPayableClicks(
  database: Database,
  { search, searchType, statuses }: { search: string; searchType: ClickSearchType; statuses: readonly string[] },
): Promise<ClickRef[]> {
  const namesUsers = searchType === 'general' && search !== '';
  const userIds = namesUsers ? await searchUserIds(database, search, USERS_AT_MOST) : [];
  return findPayableClicks(database, { search, searchType, statuses, userIds }, database.clock.now());
}
