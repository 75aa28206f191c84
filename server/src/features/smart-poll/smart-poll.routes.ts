import * as api from '@muneem/contract/smart-poll';
import { AppError } from '#platform/app-error/index.ts';
import { SYSTEM_ACTORS, type Actor } from '#platform/audit-log/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { createCronKey } from './cron-key.ts';
import { readCronStatus } from './get-cron-status.ts';
import type { EngineDependencies, SmartPollEngine } from './smart-poll-engine.ts';
import { toPoll, toRun } from './smart-poll.mapper.ts';
import { countRuns, findRun, listRuns, readState, type RunRow } from './smart-poll-runs.repository.ts';
import { listPollsOfRun } from './smart-polls.repository.ts';

interface SmartPollDependencies extends EngineDependencies {
  readonly engine: SmartPollEngine;
  readonly cronKey: string | undefined;
  readonly publicUrl: string;
}

const BUSY = 'A smart poll is already running. Its result appears here when it is done.';

export function registerSmartPollRoutes(http: HttpServer, dependencies: SmartPollDependencies): void {
  const { database, engine } = dependencies;
  const cronKey = createCronKey(dependencies.cronKey, dependencies.clock);
  // Before the server waits for open requests: a request that waits for a run would exceed the shutdown timeout.
  http.fastify.addHook('preClose', async () => void engine.stop());

  const runFor = async (kind: 'manual' | 'force', actor: Actor) => {
    const run = await engine.run(kind, actor);
    if (run === null) throw new AppError('conflict', BUSY);
    return { message: summaryOf(run), run: toRun(run) };
  };
  registerRoute(http, api.startSmartPoll, ({ actor }) => runFor('manual', actor));
  registerRoute(http, api.forceSmartPoll, ({ actor }) => runFor('force', actor));

  registerRoute(http, api.getCronStatus, () =>
    readCronStatus({ ...dependencies, cronKey, nextRunAt: engine.nextRunAt }),
  );

  registerRoute(http, api.listSmartPollRuns, async ({ query }) => {
    const { page, limit, order, search, show } = query;
    const [{ runCount }, rows, total] = await Promise.all([
      // Read first, so that a run that starts meanwhile counts as new, not as lost.
      readState(database),
      listRuns(database, { search, show }, { order, limit, offset: (page - 1) * limit }),
      countRuns(database, { search, show }),
    ]);
    return { runs: rows.map(toRun), total, runCount };
  });

  registerRoute(http, api.getSmartPollRun, async ({ params }) => {
    const run = await findRun(database, params.id);
    if (!run) throw new AppError('not_found', 'Run not found. History is kept for 30 days.');
    const polls = await listPollsOfRun(database, run.id);
    return { run: toRun(run), polls: polls.map(toPoll) };
  });

  registerRoute(http, api.cronSmartPoll, async ({ query, actor }) => {
    if (!cronKey.isSet)
      throw new AppError('not_found', 'The external cron endpoint is off. Set CRON_KEY to turn it on.');
    if (!cronKey.fits(query.key)) throw new AppError('unauthorized', 'The key is missing or wrong.');
    const run = await engine.run('cron', { ...actor, ...SYSTEM_ACTORS.cron });
    return run === null
      ? { ran: false, message: BUSY, run: null }
      : { ran: true, message: summaryOf(run), run: toRun(run) };
  });
}

function summaryOf({ clicks, asked, failed, recovered, coins, status }: RunRow): string {
  if (status === 'interrupted')
    return 'The smart poll was interrupted. The next run continues with the remaining clicks.';
  if (clicks === 0) return 'Smart poll completed: no click has a pending event.';
  const parts = [
    `${asked} ${asked === 1 ? 'click' : 'clicks'} checked`,
    `${recovered} missed ${recovered === 1 ? 'event' : 'events'} recovered`,
    `${coins} ${coins === 1 ? 'coin' : 'coins'} credited`,
    ...(failed === 0 ? [] : [`${failed} ${failed === 1 ? 'call' : 'calls'} failed`]),
  ];
  return `Smart poll completed: ${parts.join(', ')}.`;
}
