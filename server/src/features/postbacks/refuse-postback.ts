import { setTimeout as delay } from 'node:timers/promises';
import { POSTBACK_VERDICTS, type PostbackAnswer } from '@muneem/contract/postbacks';
import { createBatcher, isInputError } from '#platform/batcher/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import { createMinuteCounts } from '#platform/rate-limit/index.ts';
import type { InboundPostback } from './inbound-postback.ts';
import type { JudgeDependencies, RefusedPostback } from './judge-postback.ts';
import { insertLogRows, toLogRow, type LogEntry, type LogRow } from './log-entry.ts';

export interface RefuseDependencies extends JudgeDependencies {
  readonly badTokens: ReturnType<typeof createBadTokenLimit>;
  readonly refusedLog: ReturnType<typeof createRefusedLog>;
}

export interface PostbackReply {
  readonly status: number;
  readonly body: PostbackAnswer;
  readonly retryAfterS?: number;
}

/** Logs the refusal without delaying the answer. Without a valid token it answers 429 beyond the rate limit. */
export function refuse(
  { offers, badTokens, refusedLog }: RefuseDependencies,
  postback: InboundPostback,
  refused: RefusedPostback,
): PostbackReply {
  const { isAuthenticated, verdict } = refused;
  const tooMany = isAuthenticated
    ? undefined
    : badTokens.count(postback.ip, offers.get(postback.offerId ?? '') !== undefined);
  const what = verdict === 'bad_token' ? 'wrong tokens' : 'unreadable postbacks';
  const answered = tooMany ? { ...refused, httpStatus: 429, message: `Too many ${what}. Please wait.` } : refused;
  if (tooMany && !tooMany.isLogged) refusedLog.drop();
  else refusedLog.add({ ...answered, postback }, !isAuthenticated);
  const { message = POSTBACK_VERDICTS[verdict].message, httpStatus: status, events } = answered;
  const retryAfterS = tooMany?.retryAfterS ?? refused.retryAfterS;
  return {
    status,
    body: { success: status < 300, code: verdict, message, ...(events && { events }) },
    ...(retryAfterS !== undefined && { retryAfterS }),
  };
}

const MAX_PER_MINUTE = 60;
const MAX_NETWORKS = 10_000;
/** Limits per minute of rate-limited postbacks that are still logged: per network, and in total. */
const MAX_LOGGED_BEYOND_OF_ONE = 60;
const MAX_LOGGED_BEYOND = 600;

interface TooMany {
  readonly retryAfterS: number;
  readonly isLogged: boolean;
}

/**
 * Rate-limits postbacks without a valid token, per network. A valid token is never limited.
 * Kept in memory per server, because it protects this server's log.
 */
export function createBadTokenLimit(clock: Clock) {
  const countCall = createMinuteCounts(clock, MAX_NETWORKS);
  let minute = 0;
  let loggedBeyond = 0;
  return {
    /**
     * Counts one postback. @param isNamed whether it names an existing offer
     * @returns undefined while the network is below its limit
     */
    count(ip: string, isNamed: boolean): TooMany | undefined {
      const { count, endsAt, retryAfterS } = countCall(ip);
      if (endsAt !== minute) loggedBeyond = 0;
      minute = endsAt;
      if (count <= MAX_PER_MINUTE) return undefined;
      const isOwnShareLeft = count <= MAX_PER_MINUTE + MAX_LOGGED_BEYOND_OF_ONE;
      const isLogged = isNamed && isOwnShareLeft && loggedBeyond < MAX_LOGGED_BEYOND;
      if (isLogged) loggedBeyond += 1;
      return { retryAfterS, isLogged };
    },
  };
}

/** Buffer limits in rows and characters. Postbacks without a valid token may use half. */
const MAX_BUFFERED = { rows: 5_000, characters: 8_000_000 };
const MAX_UNAUTHENTICATED = { rows: 2_500, characters: 4_000_000 };
const BATCHING = { maxWaitMs: 50, maxItems: 500, maxInFlight: 1, maxQueued: MAX_BUFFERED.rows };
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

interface Usage {
  rows: number;
  characters: number;
}

function addUsage(usage: Usage, rows: number, characters: number): void {
  usage.rows += rows;
  usage.characters += characters;
}

const isFull = (usage: Readonly<Usage>, limit: Readonly<Usage>): boolean =>
  usage.rows >= limit.rows || usage.characters >= limit.characters;

/**
 * Buffers the log of postbacks refused before any transaction. Bounded, so a flood cannot exhaust memory.
 * During a database outage the other half stays free for authenticated postbacks that could not be stored.
 */
export function createRefusedLog(database: Database, logger: Logger) {
  const total: Usage = { rows: 0, characters: 0 };
  const unauthenticated: Usage = { rows: 0, characters: 0 };
  let dropped = 0;
  const stopping = new AbortController();
  let lost: Error | undefined;

  const drop = (): void => {
    dropped += 1;
    if (dropped % 1_000 === 1) logger.warn({ dropped }, 'too many refused postbacks at once; some are not in the log');
  };
  /** Retries during an outage. After the stop the remaining rows get one more try. */
  const insert = async (rows: readonly LogRow[]): Promise<void[]> => {
    for (let retryMs = FIRST_RETRY_MS; lost === undefined; retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)) {
      try {
        return await transaction(database, async (tx) => {
          insertLogRows(tx, rows);
          return [];
        });
      } catch (error) {
        if (isInputError(error)) throw error;
        if (stopping.signal.aborted) lost = new Error('the database was away at the stop', { cause: error });
        else logger.warn({ err: error, waiting: total.rows }, 'refused postbacks wait to be logged');
        // The stop ends the delay.
        await delay(retryMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      }
    }
    throw lost;
  };
  const batcher = createBatcher({ ...BATCHING, run: insert });

  return {
    /** @param isUnauthenticated true without a valid token */
    add(entry: LogEntry, isUnauthenticated: boolean): void {
      if (isFull(total, MAX_BUFFERED) || (isUnauthenticated && isFull(unauthenticated, MAX_UNAUTHENTICATED))) {
        drop();
        return;
      }
      const row = toLogRow(entry);
      const characters = Object.values(row).reduce<number>(
        (sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0),
        0,
      );
      const usages = isUnauthenticated ? [total, unauthenticated] : [total];
      for (const usage of usages) addUsage(usage, 1, characters);
      void batcher
        .add(row)
        .catch((error: unknown) => {
          dropped += 1;
          if (error !== lost) logger.error({ err: error, dropped }, 'a refused postback could not be logged');
        })
        .finally(() => {
          for (const usage of usages) addUsage(usage, -1, -characters);
        });
    },
    dropped: (): number => dropped,
    /** Counts a rate-limited postback that is not logged. */
    drop,
    /** Writes the buffer a last time. */
    async stop(): Promise<void> {
      stopping.abort();
      await batcher.drain();
      if (lost !== undefined) logger.error({ err: lost, dropped }, 'refused postbacks could not be logged');
    },
  };
}
