import { Readable } from 'node:stream';
import { LIVE_BEAT_MS, LIVE_EVERY_MS, type LiveMessage, type LiveTopic } from '@muneem/contract/live';
import { AppError } from '#platform/app-error/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { createChangeFinder } from './changes.ts';
import { listChangesFrom, readMarks, type LiveStatus } from './live.repository.ts';

/** An ended session keeps its stream for at most this long, on every server. */
const CHECK_EVERY_MS = 500;
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
  let check: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  let finder = createChangeFinder();
  let last: LiveStatus | undefined;

  /** Ends the streams of ended sessions and sends a text to the others. The sessions share one read. */
  async function sendAll(text: string): Promise<void> {
    await Promise.all(
      [...listeners].map(async (listener) => {
        if (!(await listener.isSignedIn().catch(() => true))) end(listener);
        else if (text !== '') send(listener, text);
      }),
    );
  }

  function send(listener: Listener, text: string): void {
    if (listener.stream.readableLength > MOST_WAITING_BYTES) end(listener);
    else if (listeners.has(listener)) listener.stream.push(text);
  }

  function end(listener: Listener): void {
    remove(listener);
    listener.stream.push(null);
  }

  function remove(listener: Listener): void {
    listeners.delete(listener);
    if (listeners.size === 0) pause();
  }

  async function look(): Promise<void> {
    try {
      const [{ marks, status }, audited] = await Promise.all([
        readMarks(database, clock.now()),
        listChangesFrom(database, finder.fromId(), MOST_CHANGES),
      ]);
      const topics = finder.find(marks, audited);
      const isFirst = last === undefined;
      last = status;
      if (topics.length > 0 || isFirst) await sendAll(dataOf({ topics, ...status }));
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
    beat = setInterval(() => void sendAll(': still here\n\n'), beatMs).unref();
    check = setInterval(() => (checking ??= sendAll('').finally(() => (checking = undefined))), CHECK_EVERY_MS).unref();
  }

  function pause(): void {
    clearInterval(watch);
    clearInterval(beat);
    clearInterval(check);
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
      stream.once('close', () => remove(listener));
      listeners.add(listener);
      if (listeners.size === 1) start();
      else if (last !== undefined) send(listener, dataOf({ topics: [] satisfies LiveTopic[], ...last }));
      return stream;
    },
    /** Ends every stream. */
    async stop(): Promise<void> {
      pause();
      for (const { stream } of listeners) stream.push(null);
      await looking;
    },
  };
}

const dataOf = (message: LiveMessage): string => `data: ${JSON.stringify(message)}\n\n`;
