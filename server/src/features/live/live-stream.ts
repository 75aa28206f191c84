import { Readable } from 'node:stream';
import { LIVE_BEAT_MS, LIVE_EVERY_MS, type LiveMessage, type LiveTopic } from '@muneem/contract/live';
import { AppError } from '#platform/app-error/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { createChangeFinder } from './changes.ts';
import { listChangesFrom, readMarks, type LiveStatus } from './live.repository.ts';

const MOST_LISTENERS = 500;
const MOST_OF_ONE_ADMIN = 10;
/** A listener with this many unread bytes is disconnected, and reconnects. */
const MOST_WAITING_BYTES = 64 * 1024;
const MOST_CHANGES = 500;

interface Listener {
  readonly stream: Readable;
  readonly adminId: string;
  /** Returns false once the session has ended, which ends the stream. */
  readonly isSignedIn: () => Promise<boolean>;
}

export interface LiveDependencies extends Pick<Platform, 'database' | 'clock' | 'logger'> {
  readonly everyMs?: number;
  readonly beatMs?: number;
}

/** Polls the database once for all listeners of this server, only while there are some, and sends them the changes. */
export function createLiveStream(dependencies: LiveDependencies) {
  const { database, clock, logger, everyMs = LIVE_EVERY_MS, beatMs = LIVE_BEAT_MS } = dependencies;
  const listeners = new Set<Listener>();
  let watch: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let finder = createChangeFinder();
  let last: LiveStatus | undefined;

  const tell = (listener: Listener, message: LiveMessage): void =>
    send(listener, `data: ${JSON.stringify(message)}\n\n`);

  async function look(): Promise<void> {
    try {
      const [{ marks, status }, audited] = await Promise.all([
        readMarks(database, clock.now()),
        listChangesFrom(database, finder.fromId(), MOST_CHANGES),
      ]);
      const topics = finder.find(marks, audited);
      const isFirst = last === undefined;
      last = status;
      if (finder.hasEndedSessions()) for (const listener of listeners) void check(listener);
      if (topics.length > 0 || isFirst) for (const listener of listeners) tell(listener, { topics, ...status });
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
    beat = setInterval(() => {
      for (const listener of listeners) void check(listener);
    }, beatMs).unref();
  }

  async function check(listener: Listener): Promise<void> {
    const isSignedIn = await listener.isSignedIn().catch(() => true);
    if (isSignedIn) send(listener, ': still here\n\n');
    else listener.stream.push(null);
  }

  return {
    /** Opens server-sent events for one listener. @throws AppError `rate_limited`, `unavailable` */
    open(adminId: string, isSignedIn: () => Promise<boolean>): Readable {
      if ([...listeners].filter((listener) => listener.adminId === adminId).length >= MOST_OF_ONE_ADMIN) {
        throw new AppError('rate_limited', 'You have too many windows open. Close some of them.', { retryAfterS: 30 });
      }
      if (listeners.size >= MOST_LISTENERS) {
        throw new AppError('unavailable', 'Too many windows are open.', { retryAfterS: 30 });
      }
      const stream = new Readable({ read: () => undefined, highWaterMark: MOST_WAITING_BYTES });
      const listener: Listener = { stream, adminId, isSignedIn };
      stream.push('retry: 3000\n\n');
      stream.once('close', () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(watch);
        clearInterval(beat);
      });
      listeners.add(listener);
      if (listeners.size === 1) start();
      else if (last !== undefined) tell(listener, { topics: [] satisfies LiveTopic[], ...last });
      return stream;
    },
    /** Ends every stream. */
    async stop(): Promise<void> {
      clearInterval(watch);
      clearInterval(beat);
      for (const { stream } of listeners) stream.push(null);
      await looking;
    },
  };
}

function send({ stream }: Listener, text: string): void {
  if (stream.readableLength > MOST_WAITING_BYTES) stream.push(null);
  else if (!stream.readableEnded && !stream.destroyed) stream.push(text);
}
