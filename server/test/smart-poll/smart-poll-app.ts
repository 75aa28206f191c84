import { expect } from 'vitest';
import type { RouteAnswer } from '@muneem/contract/http';
import type * as api from '@muneem/contract/smart-poll';
import { openAdminSession, type TestSession } from '#test/admin-session.ts';
import { createPostbackApp, type PostbackApp } from '#test/postbacks/postback-app.ts';
import { startStatusServer, type StatusServer } from './status-server.ts';

/** Waits for a condition, with a timeout that suits a busy machine. */
export const eventually = <Value>(probe: () => Value | Promise<Value>) => expect.poll(probe, { timeout: 20_000 });

type Ran = RouteAnswer<typeof api.forceSmartPoll>;

export interface SmartPollApp extends PostbackApp {
  readonly network: StatusServer;
  readonly session: TestSession;
  /** Calls Run Smart Poll Now. */
  run(): Promise<Ran>;
  /** Calls Force Smart Poll. */
  force(): Promise<Ran>;
  status(): Promise<RouteAnswer<typeof api.getCronStatus>>;
  runs(query?: string): Promise<RouteAnswer<typeof api.listSmartPollRuns>>;
  runInFull(id: string): Promise<RouteAnswer<typeof api.getSmartPollRun>>;
  /** Gives the next test its own queue. */
  emptyQueue(): Promise<void>;
  /** Creates an active offer with the network's status URL. */
  polledOffer(overrides?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** The real app and a network with a status URL. */
export async function createSmartPollApp(
  settings: Readonly<Record<string, string>> = {},
  options: Parameters<typeof createPostbackApp>[1] = {},
): Promise<SmartPollApp> {
  const network = await startStatusServer();
  const app = await createPostbackApp(settings, options);
  const session = await openAdminSession(app);
  const call = async <Answer>(method: 'GET' | 'POST', url: string): Promise<Answer> => {
    // A new session, because a test may have moved the clock by weeks.
    const { status, body } = await app.call<Answer>(method, url, undefined, await openAdminSession(app));
    if (status !== 200) throw new Error(`${url} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ...app,
    network,
    session,
    run: () => call('POST', '/api/admin/smart-poll'),
    force: () => call('POST', '/api/admin/force-smart-poll'),
    status: () => call('GET', '/api/admin/cron-status'),
    runs: (query = '') => call('GET', `/api/admin/smart-poll/runs${query}`),
    runInFull: (id) => call('GET', `/api/admin/smart-poll/runs/${id}`),
    async emptyQueue() {
      await app.rows(`update offers set poll_url = ''`);
      await app.rows('delete from smart_poll_queue');
      network.asked.length = 0;
    },
    polledOffer: (overrides = {}) => app.createOffer({ pollUrl: network.pollUrl, ...overrides }),
  };
}
