import { expect } from 'vitest';
import type { RouteAnswer } from '@muneem/contract/http';
import type * as api from '@muneem/contract/smart-poll';
import { openAdminSession } from '#test/admin-session.ts';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';
import { startStatusServer } from './status-server.ts';

/** Waits for a condition, with a timeout that suits a busy machine. */
export const eventually = <Value>(probe: () => Value | Promise<Value>) => expect.poll(probe, { timeout: 20_000 });

type Ran = RouteAnswer<typeof api.forceSmartPoll>;

export type SmartPollApp = Awaited<ReturnType<typeof createSmartPollApp>>;

/** The real app and a network with a status URL. */
export async function createSmartPollApp(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof createPostbackApp>[1] = {},
) {
  const network = await startStatusServer();
  const app = await createPostbackApp(settings, options);
  const session = await openAdminSession(app);
  // A new session, because a test may have moved the clock by weeks.
  const call = async <Answer>(method: 'GET' | 'POST', url: string) =>
    app.must<Answer>(method, url, undefined, await openAdminSession(app));
  return {
    ...app,
    network,
    session,
    /** Calls Run Smart Poll Now. */
    run: () => call<Ran>('POST', '/api/admin/smart-poll'),
    force: () => call<Ran>('POST', '/api/admin/force-smart-poll'),
    status: () => call<RouteAnswer<typeof api.getCronStatus>>('GET', '/api/admin/cron-status'),
    runs: (query = '') => call<RouteAnswer<typeof api.listSmartPollRuns>>('GET', `/api/admin/smart-poll/runs${query}`),
    runInFull: (id: string) => call<RouteAnswer<typeof api.getSmartPollRun>>('GET', `/api/admin/smart-poll/runs/${id}`),
    /** Gives the next test its own queue. */
    async emptyQueue() {
      await app.rows(`update offers set poll_url = ''`);
      await app.rows('delete from smart_poll_queue');
      network.asked.length = 0;
    },
    /** Creates an active offer with the network's status URL. */
    polledOffer: (overrides: Readonly<Record<string, unknown>> = {}) =>
      app.createOffer({ pollUrl: network.pollUrl, ...overrides }),
  };
}
