import * as api from '@muneem/contract/postbacks';
import { AppError } from '#platform/app-error/index.ts';
import { isoDates, registerRoute, type HttpServer } from '#platform/http/index.ts';
import { timeOfUlid } from '#platform/ids/index.ts';
import { explainPostback, type ExplainDependencies } from './explain-postback.ts';
import { toLoggedPostback } from './logged-postback.mapper.ts';
import { listPostbackLog, listReplaysOf, readPostbackLog } from './postback-log.repository.ts';
import { previewPostbackReplay, replayStoredPostbacks } from './replay-postbacks.ts';

export function registerPostbackLogRoutes(http: HttpServer, dependencies: ExplainDependencies): void {
  const { database } = dependencies;

  registerRoute(http, api.listInboundPostbacks, async ({ query }) => {
    const { limit, cursor, ...filter } = query;
    if (cursor !== undefined && timeOfUlid(cursor) === null) throw unknownCursor();
    const rows = await listPostbackLog(database, filter, {
      limit: limit + 1,
      after: cursor,
      now: database.clock.now(),
    });
    const page = rows.slice(0, limit);
    return {
      postbacks: page.map(toLoggedPostback),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });

  registerRoute(http, api.getInboundPostback, async ({ params }) => {
    const [row] = await readPostbackLog(database, [params.id]);
    if (!row) throw new AppError('not_found', 'Postback not found in the log.');
    const replays = await listReplaysOf(database, [row.id]);
    return {
      postback: {
        ...toLoggedPostback(row),
        body: row.body,
        headers: row.userAgent === null ? {} : { 'user-agent': row.userAgent },
        replays: replays.map((replay) => ({ ...isoDates(replay), by: replay.actorName })),
      },
    };
  });

  registerRoute(http, api.explainPostback, ({ body }) => {
    if (body.postbackId === undefined && body.url === undefined) {
      throw new AppError('validation_failed', 'Paste a postback URL.', { fields: { url: 'Paste a postback URL.' } });
    }
    return explainPostback(dependencies, body);
  });

  registerRoute(http, api.previewReplay, ({ body, actor }) => {
    const { ids, filter } = body;
    if ((ids === undefined) === (filter === undefined)) {
      throw new AppError('validation_failed', 'Send postback ids or a filter.');
    }
    return previewPostbackReplay(dependencies, ids === undefined ? { filter: filter ?? {} } : { ids }, actor);
  });

  registerRoute(http, api.replayPostbacks, ({ body, actor }) => replayStoredPostbacks(dependencies, body, actor));
}

const unknownCursor = (): AppError =>
  new AppError('validation_failed', 'This page does not exist.', {
    fields: { cursor: 'Use the nextCursor of the previous page.' },
  });
