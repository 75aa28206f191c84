import type { Readable } from 'node:stream';
import { LIVE_BEAT_MS, LIVE_EVERY_MS, type LiveMessage, type LiveTopic } from '@muneem/contract/live';
import { hasRight, rights, type Role } from '@muneem/contract/rights';
import type { AdminPrincipal } from '#platform/http/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { createChangeFinder } from './changes.ts';
import { createListeners } from './listeners.ts';
import { listChangesFrom, readMarks, type LiveStatus } from './live.repository.ts';

/** An ended session keeps its stream for at most this long, on every server. */
const CHECK_EVERY_MS = 500;
const MOST_CHANGES = 500;

export interface LiveDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly everyMs?: number;
  readonly beatMs?: number;
}

/** Polls the database once for all listeners of this server, only while there are some, and sends them the changes. */
export function createLiveStream(dependencies: LiveDependencies) {
  const { database, clock, logger, everyMs = LIVE_EVERY_MS, beatMs = LIVE_BEAT_MS } = dependencies;
  let watch: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  let finder = createChangeFinder();
  let last: LiveStatus | undefined;
  const listeners = createListeners(() => pause());

  const current = (role: Role): string => (last === undefined ? '' : dataOf(role, [], last));
  const sendAll = (message: (role: Role) => string): Promise<void> => listeners.sendAll(message, current);

  async function look(): Promise<void> {
    try {
      const [{ marks, status }, audited] = await Promise.all([
        readMarks(database, clock.now()),
        listChangesFrom(database, finder.fromId(), MOST_CHANGES),
      ]);
      const topics = finder.find(marks, audited);
      const isFirst = last === undefined;
      last = status;
      if (topics.length > 0 || isFirst) await sendAll((role) => dataOf(role, topics, status));
    } catch (error) {
      logger.warn({ err: error }, 'live updates could not read the database');
    }
  }

  function start(): void {
    finder = createChangeFinder();
    last = undefined;
    const poll = (): void => {
      looking ??= look().finally(() => (looking = undefined));
    };
    poll();
    watch = setInterval(poll, everyMs).unref();
    beat = setInterval(() => void sendAll(() => ': still here\n\n'), beatMs).unref();
    check = setInterval(
      () => (checking ??= sendAll(() => '').finally(() => (checking = undefined))),
      CHECK_EVERY_MS,
    ).unref();
  }

  function pause(): void {
    clearInterval(watch);
    clearInterval(beat);
    clearInterval(check);
  }

  return {
    /** Opens server-sent events for one listener. @throws AppError `rate_limited`, `unavailable` */
    open(admin: AdminPrincipal, findAdmin: () => Promise<AdminPrincipal | null>): Readable {
      const listener = listeners.add(admin, findAdmin);
      if (listeners.size() === 1) start();
      else if (last !== undefined) listeners.send(listener, current(admin.role));
      return listener.stream;
    },
    async stop(): Promise<void> {
      pause();
      listeners.endAll();
      await looking;
    },
  };
}

function dataOf(role: Role, topics: LiveTopic[], { waiting, ...status }: LiveStatus): string {
  const message: LiveMessage = {
    topics,
    waiting: {
      withdrawals: hasRight(role, rights.seeWithdrawals) ? waiting.withdrawals : 0,
      offerClaims: hasRight(role, rights.seeOfferClaims) ? waiting.offerClaims : 0,
      problems: hasRight(role, rights.seeProblems) ? waiting.problems : 0,
      proposals: hasRight(role, rights.seeProposals) ? waiting.proposals : null,
    },
    role,
    ...status,
  };
  return `data: ${JSON.stringify(message)}\n\n`;
}
