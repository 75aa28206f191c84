import type { CacheWatcher, Database } from '#platform/database/index.ts';
import type { JobDefinition } from '#platform/jobs/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import { findOpenRestore } from './restores.repository.ts';

export { confirmRestores, findOpenRestore, markRestored } from './restores.repository.ts';
export type { OpenRestore } from './restores.repository.ts';

/** Knows whether this database is a restored copy that an operator has not confirmed. It then sends nothing. */
export interface RestoredCopy {
  /** Reads from memory. True until `load` has finished. */
  isHeld(): boolean;
  load(): Promise<void>;
}

export function watchRestores(database: Database, caches: CacheWatcher): RestoredCopy {
  let held = true;
  const load = async (): Promise<void> => {
    held = (await findOpenRestore(database)) !== null;
  };
  caches.onChange('restores', load);
  return { isHeld: () => held, load };
}

const MESSAGE = 'This is a restored copy. It calls nothing until an operator runs "npm run confirm-restore".';

/** Refuses every call of an unconfirmed copy. The last defence: features do not call either. */
export const holdCalls = (http: OutboundHttp, { isHeld }: Pick<RestoredCopy, 'isHeld'>): OutboundHttp => ({
  ...http,
  send: async (request) =>
    isHeld() ? { kind: 'not_sent', reason: 'connection', message: MESSAGE, ms: 0 } : http.send(request),
});

/** Skips the jobs of an unconfirmed copy. Use it for jobs that a sweep or a schedule repeats. */
export const holdJobs = (
  jobs: readonly JobDefinition[],
  { isHeld }: Pick<RestoredCopy, 'isHeld'>,
): readonly JobDefinition[] =>
  jobs.map((job) => ({ ...job, handle: async (data) => void (isHeld() || (await job.handle(data))) }));
