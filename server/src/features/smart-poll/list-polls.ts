import type { SmartPoll } from '@muneem/contract/smart-poll';
import type { Queryable } from '#platform/database/index.ts';
import { listPollsOfClick, toWire } from './smart-polls.repository.ts';

const MOST = 200;

/** What the smart poll asked about a click and what came back, the newest first: at most 200, as long as history is kept. */
export async function listPolls(q: Queryable, clickId: string): Promise<SmartPoll[]> {
  return (await listPollsOfClick(q, clickId, MOST)).map(toWire);
}
