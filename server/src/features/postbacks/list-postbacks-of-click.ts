import type { LoggedPostback, PostbackVerdict } from '@muneem/contract/postbacks';
import type { Queryable } from '#platform/database/index.ts';
import { toLoggedPostback } from './logged-postback.mapper.ts';
import { listLogOfClick, listReplaysOf } from './postback-log.repository.ts';

interface ReplayOfClick {
  readonly postbackId: string;
  readonly replayedAt: Date;
  readonly by: string;
  readonly verdict: PostbackVerdict;
  readonly conversionId: string | null;
}

/** Lists the newest postbacks of a click with their replays. Includes refused ones. */
export async function listPostbacksOfClick(
  q: Queryable,
  clickId: string,
  limit: number,
): Promise<{ postbacks: LoggedPostback[]; replays: ReplayOfClick[] }> {
  const rows = await listLogOfClick(q, clickId, limit);
  const replays = await listReplaysOf(
    q,
    rows.map(({ id }) => id),
  );
  return {
    postbacks: rows.map(toLoggedPostback),
    replays: replays.map((replay) => ({ ...replay, by: replay.actorName })),
  };
}
