import type { CacheWatcher, Database } from '#platform/database/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { findOpenRestore } from './restores.repository.ts';

export { confirmRestores, findOpenRestore, markRestored } from './restores.repository.ts';
export type { OpenRestore } from './restores.repository.ts';

export type RestoredCopy = ReturnType<typeof watchRestores>;

/** Knows whether this database is a restored copy that an operator has not confirmed. It then sends nothing. */
export function watchRestores(database: Database, caches: CacheWatcher) {
  let unconfirmed = true;
  const load = caches.onChange('restores', async () => {
    unconfirmed = (await findOpenRestore(database)) !== null;
  });
  return {
    /** Reads from memory. True until `load` has finished. */
    isUnconfirmed: (): boolean => unconfirmed,
    load,
  };
}

const MESSAGE = 'This is a restored copy. It calls nothing until an operator runs "npm run confirm-restore".';

/** Refuses every call of an unconfirmed copy. The last defence: features do not call either. */
export const blockCalls = (
  http: OutboundHttp,
  { isUnconfirmed }: Pick<RestoredCopy, 'isUnconfirmed'>,
): OutboundHttp => ({
  ...http,
  send: async (request) =>
    isUnconfirmed() ? { kind: 'not_sent', reason: 'connection', message: MESSAGE, ms: 0 } : http.send(request),
});
