import type { ClickSearchType } from '@muneem/contract/manual-payments';
import type { Database } from '#platform/database/index.ts';
import { searchUserIds } from '#features/users/index.ts';
import { findPayableClicks, type ClickPlace } from './payable-clicks.repository.ts';

/** Users that a text can stand for; with more, the text says too little. */
const USERS_AT_MOST = 50;

/** The newest clicks that match, as `findPayableClicks` gives them. */
export async function searchPayableClicks(
  database: Database,
  { search, searchType, statuses }: { search: string; searchType: ClickSearchType; statuses: readonly string[] },
): Promise<ClickPlace[]> {
  const namesUsers = searchType === 'general' && search !== '';
  const userIds = namesUsers ? await searchUserIds(database, search, USERS_AT_MOST) : [];
  return findPayableClicks(database, { search, searchType, statuses, userIds });
}
