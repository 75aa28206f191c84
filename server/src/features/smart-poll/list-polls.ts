import type { SmartPoll } from '@muneem/contract/smart-poll';
import type { Queryable } from '#platform/database/index.ts';
import { toPoll } from './smart-poll.mapper.ts';
import { listPollsOfClick } from './smart-polls.repository.ts';

const MOST = 200;

/** Lists a click's polls, newest first, at most 200. History is kept for 30 days. */
export async function listPolls(q: Queryable, clickId: string): Promise<SmartPoll[]> {
  return (await listPollsOfClick(q, clickId, MOST)).map(toPoll);
}
